import type { ReactNode } from "react";
import { type Call, type Schema, typeWords } from "../openapi.ts";

/** One call: its purpose, its parameters, its responses. */
export function CallSection({ call: { method, path, operation } }: { call: Call }) {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  return (
    <section className="mt-8" id={operation.operationId}>
      <h3 className="break-words font-bold text-lg">
        <code>{`${method} ${path}`}</code>
      </h3>
      {summary && <p className="mt-1">{summary}</p>}
      {description && <p className="mt-1">{description}</p>}
      {parameters.length > 0 && (
        <Entries title="Parameters">
          {parameters.map((parameter) => (
            <Entry
              key={`${parameter.in} ${parameter.name}`}
              name={parameter.name}
              note={
                parameter.required ? `in the ${parameter.in}, required` : `in the ${parameter.in}`
              }
              schema={parameter.schema}
              text={parameter.description}
            />
          ))}
        </Entries>
      )}
      {requestBody && (
        <Entries title="Body">
          {Object.entries(requestBody.content ?? {}).map(([type, { schema }]) => (
            <Entry key={type} name={type} schema={schema} text={requestBody.description} />
          ))}
        </Entries>
      )}
      <Entries title="Answers">
        {Object.entries(responses).map(([status, answer]) => (
          <Entry
            key={status}
            name={status}
            schema={Object.values(answer.content ?? {})[0]?.schema ?? null}
            text={answer.description}
          />
        ))}
      </Entries>
    </section>
  );
}

/** A schema with its fields. */
export function SchemaSection({ name, schema }: { name: string; schema: Schema }) {
  const fields = Object.entries(schema.properties ?? {});
  return (
    <section className="mt-8" id={`schema-${name}`}>
      <h3 className="font-bold text-lg">
        <code>{name}</code>
      </h3>
      {schema.description && <p className="mt-1">{schema.description}</p>}
      {fields.length === 0 ? (
        <p className="mt-1">
          <TypeName schema={schema} />
        </p>
      ) : (
        <Entries title="Fields">
          {fields.map(([field, type]) => (
            <Entry
              key={field}
              name={field}
              note={schema.required?.includes(field) ? undefined : "optional"}
              schema={type}
              text={type.description}
            />
          ))}
        </Entries>
      )}
    </section>
  );
}

function Entries({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h4 className="mt-3 font-semibold text-[0.9375rem] text-soft">{title}</h4>
      <dl className="mt-1 grid gap-x-4 sm:grid-cols-[minmax(9rem,auto)_1fr]">{children}</dl>
    </>
  );
}

interface EntryProps {
  name: string;
  note?: string | undefined;
  /** `null`: there is no body. */
  schema: Schema | null | undefined;
  text: string | undefined;
}

function Entry({ name, note, schema, text }: EntryProps) {
  return (
    <>
      <dt className="border-rule border-t pt-1.5 sm:pb-1.5">
        <code>{name}</code>
      </dt>
      <dd className="min-w-0 break-words pb-1.5 sm:border-rule sm:border-t sm:pt-1.5">
        {schema !== null && <TypeName schema={schema} />}
        {note && <span className="text-soft">{`, ${note}`}</span>}
        {text && <span className="block text-soft">{text}</span>}
      </dd>
    </>
  );
}

function TypeName({ schema }: { schema: Schema | undefined }) {
  return typeWords(schema).map((word, index) =>
    typeof word === "string" ? (
      word
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a type never change their order
      <a key={index} className="link" href={`#schema-${word.schema}`}>
        {word.schema}
      </a>
    ),
  );
}
