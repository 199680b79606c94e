import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import type { Operation } from '../../src/core/engine/operation.ts'

/** Checks that an answer matches the output schema of its operation: no field missing, none undocumented. */
export const assertDocumented = ({ id, output }: Operation, body: unknown): void => {
  if (typeof output === 'string') return
  const documented = v.safeParse(output, body)
  if (!documented.success)
    throw new Error(
      `${id} answered what its output schema does not allow: ${JSON.stringify(v.flatten(documented.issues))}`,
    )
  if (!isDeepStrictEqual(documented.output, body)) {
    throw new Error(`${id} answered fields that its output schema does not name: ${JSON.stringify(body)}`)
  }
}
