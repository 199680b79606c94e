import * as v from 'valibot'
import { described } from '../../kernel/wire-schema.ts'

type Schema = v.GenericSchema
const text = v.string()

/** A secret in an answer, stored nowhere, not even in an idempotency record. */
export interface ShownOnce {
  /** Field of the answer that contains the secret. */
  field: string
  /** How to get another secret: the `notice` in the answer to a repeat. */
  renewal: string
}

export const shownOnce = <Field extends string, Secret extends Schema = typeof text>(
  field: Field,
  secret: Secret = text as Schema as Secret,
) =>
  ({
    [field]: described(
      v.nullable(secret),
      'Shown only once: null in the answer to a repeated `Idempotency-Key`, or if there is none.',
    ),
    notice: described(
      v.optional(v.string()),
      'How to get another secret. Only in the answer to a repeat, which omits it.',
    ),
  }) as Record<Field, v.NullableSchema<Secret, undefined>> & {
    notice: v.OptionalSchema<v.StringSchema<undefined>, undefined>
  }

/** Replaces the secret with null and adds the notice. Returns a body without a secret unchanged. */
export const withoutSecret = (body: unknown, secret: ShownOnce | undefined): unknown => {
  if (!secret || typeof body !== 'object' || body === null) return body
  const { [secret.field]: shown, ...rest } = body as Record<string, unknown>
  if (shown === null || shown === undefined) return body
  return { ...rest, [secret.field]: null, notice: secret.renewal }
}
