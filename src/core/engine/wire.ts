import * as v from 'valibot'
import { described } from '../kernel/wire-schema.ts'

/** An id of any kind in a path. */
const id = v.pipe(v.string(), v.maxLength(40))

// biome-ignore lint/suspicious/noExplicitAny: any schema of this output
export type Schema<Output = any> = v.GenericSchema<any, Output>

/** The path parameters of an operation on one resource; `what` describes its id. */
export const idParams = (what: string) => v.strictObject({ id: described(id, what) })
