import { fileURLToPath } from "node:url";
import ts from "typescript";

/** The object types to look up, by their names in Stripe's type definitions. */
const NAMES = [
  "BillingPortal.Session",
  "Charge",
  "Customer",
  "Dispute",
  "Event",
  "Invoice",
  "InvoicePayment",
  "PaymentIntent",
  "PaymentMethod",
  "Price",
  "Product",
  "Refund",
  "Subscription",
  "TestHelpers.TestClock",
  "WebhookEndpoint",
] as const;

export type Name = (typeof NAMES)[number];

/**
 * Checks responses against the official client's types: no required field may be missing, and no unknown field may be
 * present.
 */
export class StripeTypes {
  readonly #checker: ts.TypeChecker;
  readonly #types: ReadonlyMap<string, ts.Type>;

  constructor() {
    const file = fileURLToPath(new URL("stripe-names.ts", import.meta.url));
    const members = NAMES.map((name) => `"${name}": Stripe.${name};`).join("\n");
    const text = `import type Stripe from "stripe";\nexport interface Names {\n${members}\n}`;
    const options: ts.CompilerOptions = {
      module: ts.ModuleKind.NodeNext,
      strict: true,
      skipLibCheck: true,
      types: [],
    };
    const host = ts.createCompilerHost(options);
    const original = host.getSourceFile.bind(host);
    host.getSourceFile = (name, version) =>
      name === file ? ts.createSourceFile(name, text, version) : original(name, version);
    const program = ts.createProgram([file], options, host);
    this.#checker = program.getTypeChecker();
    const source = program.getSourceFile(file);
    const node = source?.statements.find(ts.isInterfaceDeclaration);
    if (!node) throw new Error("the list of names could not be read");
    const names = this.#checker.getTypeAtLocation(node).getProperties();
    this.#types = new Map(
      names.map((symbol) => [symbol.name, this.#checker.getTypeOfSymbolAtLocation(symbol, node)]),
    );
  }

  /** What's wrong with `value` as a response of this type. */
  complaints(name: Name, value: unknown): string[] {
    const type = this.#types.get(name);
    if (!type || type.flags & ts.TypeFlags.Any) throw new Error(`Stripe's types have no ${name}`);
    return this.#compare(JSON.parse(JSON.stringify(value)), type, name);
  }

  #compare(value: unknown, type: ts.Type, path: string): string[] {
    if (type.isUnion()) {
      const tries = type.types.map((part) => this.#compare(value, part, path));
      const best = tries.toSorted((a, b) => a.length - b.length)[0] ?? [];
      // Within a union, report the errors of the object itself rather than "is no string".
      const isObject = typeof value === "object" && value !== null;
      return best.length > 0 && isObject
        ? (tries.find((list) => list.some((line) => !line.startsWith(`${path}:`))) ?? best)
        : best;
    }
    const kind = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
    const wrong = [
      `${path}: ${kind} ${JSON.stringify(value)?.slice(0, 60)} is no ${this.#name(type)}`,
    ];
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [];
    if ((type.aliasSymbol ?? type.symbol)?.name === "Decimal")
      return kind === "string" ? [] : wrong;
    if (type.flags & ts.TypeFlags.Null) return kind === "null" ? [] : wrong;
    if (type.isStringLiteral()) return value === type.value ? [] : wrong;
    if (type.flags & ts.TypeFlags.String) return kind === "string" ? [] : wrong;
    if (type.flags & ts.TypeFlags.Number) return kind === "number" ? [] : wrong;
    if (type.flags & ts.TypeFlags.BooleanLiteral)
      return String(value) === this.#name(type) ? [] : wrong;
    // Ignores the "any other string" member at the end of open unions: the sandbox returns known values only.
    if (!(type.flags & ts.TypeFlags.Object)) return wrong;
    if (this.#checker.isArrayType(type)) {
      const [element] = this.#checker.getTypeArguments(type as ts.TypeReference);
      if (!Array.isArray(value) || !element) return wrong;
      return value.flatMap((entry, place) => this.#compare(entry, element, `${path}[${place}]`));
    }
    return kind === "object" ? this.#compareObject(value as object, type, path) : wrong;
  }

  #compareObject(value: object, type: ts.Type, path: string): string[] {
    const given = new Map<string, unknown>(Object.entries(value));
    const index = this.#checker.getIndexInfoOfType(type, ts.IndexKind.String);
    const complaints: string[] = [];
    for (const symbol of this.#checker.getPropertiesOfType(type)) {
      const member = `${path}.${symbol.name}`;
      const isOptional = Boolean(symbol.flags & ts.SymbolFlags.Optional);
      const memberType = this.#checker.getTypeOfSymbol(symbol);
      if (memberType.getCallSignatures().length > 0) continue;
      if (given.has(symbol.name)) {
        complaints.push(...this.#compare(given.get(symbol.name), memberType, member));
      } else if (!isOptional) {
        complaints.push(`${member} is missing`);
      }
      given.delete(symbol.name);
    }
    for (const [name, member] of given) {
      if (index) complaints.push(...this.#compare(member, index.type, `${path}.${name}`));
      else complaints.push(`${path}.${name} is made up`);
    }
    return complaints;
  }

  #name(type: ts.Type): string {
    return this.#checker.typeToString(type);
  }
}
