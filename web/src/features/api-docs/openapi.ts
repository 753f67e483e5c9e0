/** The parts of OpenAPI 3.1 that our own description uses, and their conversion to text. */

export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  description?: string;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  enum?: readonly unknown[];
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

export interface Parameter {
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  schema?: Schema;
}

interface Body {
  description?: string;
  content?: Readonly<Record<string, { schema?: Schema }>>;
}

export interface Operation {
  tags?: readonly string[];
  summary?: string;
  description?: string;
  operationId?: string;
  parameters?: readonly Parameter[];
  requestBody?: Body;
  responses: Readonly<Record<string, Body>>;
}

export interface Description {
  info: { title: string; description?: string; version: string };
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components?: { schemas?: Readonly<Record<string, Schema>> };
}

/** An operation with its path and method. */
export interface Call {
  method: string;
  path: string;
  operation: Operation;
}

/** All calls by group, in document order. */
export function callsByGroup({ paths }: Description): [group: string, calls: Call[]][] {
  const groups = new Map<string, Call[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const group = operation.tags?.[0] ?? "other";
      const call = { method: method.toUpperCase(), path, operation };
      groups.set(group, [...(groups.get(group) ?? []), call]);
    }
  }
  return [...groups];
}

/** A type as a sequence of words, some of which are schema names. */
export type Words = readonly (string | { schema: string })[];

/** A value's type as text: "text (date-time), or nothing", "list of City". */
export function typeWords(schema: Schema | undefined): Words {
  if (!schema) return ["anything"];
  if (schema.$ref) return [{ schema: schema.$ref.split("/").at(-1) ?? "" }];
  const choices = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (choices)
    return choices.flatMap((choice, at) => [...(at > 0 ? [" or "] : []), ...typeWords(choice)]);
  if (schema.enum) return [schema.enum.map((value) => JSON.stringify(value)).join(" or ")];
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["anything"]);
  return types.flatMap((type, at) => [...(at > 0 ? [" or "] : []), ...oneType(type, schema)]);
}

function oneType(type: string, schema: Schema): Words {
  if (type === "array") return ["list of ", ...typeWords(schema.items)];
  if (type === "null") return ["null"];
  const limits = [
    schema.format === "double" || schema.format?.startsWith("int") ? undefined : schema.format,
    rangeText(schema),
  ].filter((part) => part !== undefined);
  const name = type === "string" ? "text" : type;
  return [limits.length > 0 ? `${name} (${limits.join(", ")})` : name];
}

function rangeText({ minimum, maximum, minLength, maxLength }: Schema): string | undefined {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `from ${minimum}`;
  if (maximum !== undefined) return `up to ${maximum}`;
  if (minLength !== undefined && maxLength !== undefined)
    return `${minLength} to ${maxLength} characters`;
  return maxLength === undefined ? undefined : `at most ${maxLength} characters`;
}
