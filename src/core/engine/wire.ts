import * as v from 'valibot'

/** An id of any kind, in a path. */
const id = v.pipe(v.string(), v.maxLength(40))

// biome-ignore lint/suspicious/noExplicitAny: any schema of this output
export type Schema<Output = any> = v.GenericSchema<any, Output>

/** The parameters of an operation that is about one resource. */
export const idParams = v.strictObject({ id })
