import * as v from 'valibot'
import { described } from '../../kernel/wire-schema.ts'

type Schema = v.GenericSchema
const text = v.string()

/**
 * A secret in an operation's answer that is shown once and stored nowhere, not even in an idempotency record.
 */
export interface ShownOnce {
  /** The field of the answer that holds the secret. */
  field: string
  /** A sentence that says how to get another secret: `notice` in the answer to a repeat. */
  renewal: string
}

/** The schema entries of an answer that shows a secret once. */
export const shownOnce = <Field extends string, Secret extends Schema = typeof text>(
  field: Field,
  secret: Secret = text as Schema as Secret,
) =>
  ({
    [field]: described(
      v.nullable(secret),
      'Shown this once: null in the answer to a repeated `Idempotency-Key`, and if there is none to show.',
    ),
    notice: described(
      v.optional(v.string()),
      'Only in the answer to a repeat, which holds no secret: how to get another.',
    ),
  }) as Record<Field, v.NullableSchema<Secret, undefined>> & {
    notice: v.OptionalSchema<v.StringSchema<undefined>, undefined>
  }

/** The answer to keep for a repeat: without the secret, and with the notice where there was a secret. */
export const withoutSecret = (body: unknown, secret: ShownOnce | undefined): unknown => {
  if (!secret || typeof body !== 'object' || body === null) return body
  const { [secret.field]: shown, ...rest } = body as Record<string, unknown>
  if (shown === null || shown === undefined) return body
  return { ...rest, [secret.field]: null, notice: secret.renewal }
}
