/** What is wrong with some fields of a form. */
export type Problems<Name extends string> = { [Field in Name]?: { message?: string | undefined } | undefined };
