import * as v from 'valibot'
import { described } from '../kernel/wire-schema.ts'

const id = v.pipe(v.string(), v.maxLength(40))

// biome-ignore lint/suspicious/noExplicitAny: any schema of this output
export type Schema<Output = any> = v.GenericSchema<any, Output>

/** `what` describes the id. */
export const idParams = (what: string) => v.strictObject({ id: described(id, what) })
