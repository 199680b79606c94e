import type * as v from 'valibot'
import type { ModeScope } from '../../engine/caller.ts'
import type { Ids } from '../../engine/ids.ts'
import { wholeListOf } from '../../engine/list/page.ts'
import { type ParameterError, Problem } from '../../kernel/errors.ts'
import { oneOf } from '../../kernel/query.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import type { SuppressionRow } from '../../model/suppressions.ts'
import type { Stops } from '../../model/vocabulary.ts'
import type { Rows, WritableRows } from '../../ports/store.ts'
import { advertisingCategories } from '../advertising-categories/category.ts'
import { termInput, termPatch, termSchema } from '../vocabulary/schema.ts'
import { assertChoosable, platformTerms, type Vocabulary } from '../vocabulary/vocabulary.ts'
import { modesThatApply } from './match.ts'
import { stopsSchema } from './schema.ts'

/**
 * The mail that each reason stops. ADVERTISING: the recipient still gets contracts, invoices and recalls.
 * ALL: the recipient wants no mail or can't be reached at the address, or sending it is forbidden.
 */
const reasons: readonly (readonly [key: string, label: string, stops: Stops])[] = [
  ['opt_out', 'The recipient asked for no more mail', 'ALL'],
  ['register', 'On a public do-not-mail register', 'ADVERTISING'],
  ['sticker', 'A sticker on the letterbox refuses advertising', 'ADVERTISING'],
  ['moved', 'The recipient moved away', 'ALL'],
  ['deceased', 'The recipient died', 'ALL'],
  ['returned', 'Mail to the address came back', 'ALL'],
  ['erasure', 'Erased on request', 'ALL'],
  ['legal', 'Forbidden by an authority or a court', 'ALL'],
  ['other', 'Another reason', 'ADVERTISING'],
]
const stoppedBy = new Map(reasons.map(([key, , what]) => [key, what]))

/** The vocabulary of suppression reasons (docs/design/suppressions.md), each with the mail that it stops. */
export const suppressionReasons: Vocabulary = {
  noun: 'suppression reason',
  stem: 'reason',
  table: 'suppressionReasons',
  idPrefix: 'rsn',
  platform: platformTerms(reasons.map(([key, label]) => [key, label] as const)).map((term) => ({
    ...term,
    stops: stoppedBy.get(term.key)!,
  })),
  referrers: [{ table: 'suppressions', field: 'reason' }],
  appliesInBothModes: true,
}

/** Returns the mail that an entry with this reason and no category stops: `ALL` for an unknown reason. */
export const stopsOf = async (
  rows: Pick<Rows, 'suppressionReasons'>,
  scope: ModeScope,
  reason: string,
): Promise<Stops> => {
  const known = stoppedBy.get(reason)
  if (known) return known
  const { organisationId, mode } = scope
  const own = await rows.suppressionReasons.find(
    { organisationId },
    { mode: oneOf(modesThatApply(mode)), key: reason },
  )
  return (own.find((term) => term.mode === 'live') ?? own[0])?.stops ?? 'ALL'
}

export const reasonSchema = namedObject('SuppressionReason', 'A reason why an address gets no mail.', {
  ...termSchema.entries,
  stops: described(stopsSchema, 'Mail stopped by entries with this reason.'),
})
export type Reason = v.InferOutput<typeof reasonSchema>

export const reasonInput = namedStrictObject('SuppressionReasonCreate', 'A new reason.', {
  ...termInput.entries,
  stops: described(stopsSchema, 'Mail stopped by entries with this reason. It can’t be changed later.'),
})

export const reasonPatch = namedStrictObject(
  'SuppressionReasonUpdate',
  'Changes to a suppression reason. Omitted fields are unchanged.',
  termPatch.entries,
)

export const reasonList = wholeListOf(reasonSchema)

export const termErrors = async (
  rows: Rows,
  scope: ModeScope,
  terms: { reason?: string | undefined; advertisingCategory?: string | null | undefined },
): Promise<ParameterError[]> => {
  const errors: ParameterError[] = []
  const gather = async (check: Promise<void>) => {
    try {
      await check
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      errors.push(...error.errors)
    }
  }
  const { reason, advertisingCategory: category } = terms
  if (reason !== undefined) await gather(assertChoosable(suppressionReasons, rows, scope, reason, 'reason'))
  if (category !== undefined && category !== null) {
    await gather(assertChoosable(advertisingCategories, rows, scope, category, 'advertisingCategory'))
  }
  return errors
}

/** Copies the reason and category of a test entry to live mode, unless live mode has them. */
export const keepTermsLive = async (
  { ids }: { ids: Ids },
  rows: WritableRows,
  { organisationId, reason, advertisingCategory }: SuppressionRow,
): Promise<void> => {
  const named = [
    [suppressionReasons, reason],
    [advertisingCategories, advertisingCategory],
  ] as const
  for (const [{ table, idPrefix }, key] of named) {
    if (key === null) continue
    const known = await rows[table].find({ organisationId }, { key })
    const term = known.find(({ mode }) => mode === 'test')
    if (!term || known.some(({ mode }) => mode === 'live')) continue
    await rows[table].insert({ ...term, id: ids.next(idPrefix), mode: 'live' })
  }
}
