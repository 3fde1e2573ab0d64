// The schema of machine files: what may stand at a place, and what it means.
export interface Schema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  description?: string;
  required?: string[];
  default?: unknown;
  if?: Schema;
  then?: Schema;
  else?: Schema;
  $defs?: Record<string, Schema>;
  examples?: unknown[];
}
export interface Field {
  name: string;
  schema: Schema;
  needed: boolean;
}

export class Forms {
  constructor(readonly root: Schema) {}
  private open(s: Schema | undefined): Schema[] {
    // all forms that a value may have
    if (!s) return [];
    if (s.$ref)
      return this.open(this.root.$defs?.[s.$ref.split("/").pop()!]).map((o) =>
        s.description && !o.description ? { ...o, description: s.description } : o,
      );
    return [
      ...(s.anyOf ?? s.oneOf ?? [])
        .flatMap((o) => this.open(o))
        .map((o) => (o.description || !s.description ? o : { ...o, description: s.description })),
      ...(s.anyOf || s.oneOf ? [] : [s]),
    ];
  }
  private top(car: boolean): Schema[] {
    return this.open(car ? this.root.then : this.root.else);
  }
  // schemas that a place may have; the `type` that the element names picks among its forms
  at(
    path: (string | number)[],
    car = false,
    typeOf: (path: (string | number)[]) => string | undefined = () => undefined,
  ): Schema[] {
    let here = this.top(car);
    path.forEach((step, k) => {
      const kind = typeOf(path.slice(0, k)),
        fits = kind
          ? here.filter(
              (s) =>
                !s.properties?.type ||
                s.properties.type.const === kind ||
                (s.properties.type.enum ?? []).includes(kind),
            )
          : here;
      here = (fits.length ? fits : here).flatMap((s) =>
        this.open(
          typeof step === "number"
            ? s.items
            : (s.properties?.[step] ??
                (typeof s.additionalProperties === "object" ? s.additionalProperties : undefined)),
        ),
      );
    });
    return here;
  }
  fields(schemas: Schema[], kind?: string): Field[] {
    const found = new Map<string, Field>(),
      fits = kind ? schemas.filter((s) => s.properties?.type?.const === kind) : schemas;
    for (const s of fits.length ? fits : schemas)
      for (const [name, schema] of Object.entries(s.properties ?? {}))
        if (!found.has(name)) found.set(name, { name, schema, needed: (s.required ?? []).includes(name) });
    return [...found.values()];
  }
  words(schemas: Schema[]): string[] {
    return [...new Set(schemas.flatMap((s) => (s.const !== undefined ? [s.const] : (s.enum ?? []))).map(String))];
  }
  types(schemas: Schema[]): string[] {
    return [...new Set(schemas.flatMap((s) => (s.properties?.type ? this.words(this.open(s.properties.type)) : [])))];
  }
  about(schemas: Schema[]): string {
    return [...new Set(schemas.map((s) => s.description).filter(Boolean))].slice(0, 3).join("; ");
  }
}
