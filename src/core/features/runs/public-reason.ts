import * as v from 'valibot'
import { sentenceOf, sentenceSchema, type Words } from '../../kernel/sentence-schema.ts'
import { described } from '../../kernel/wire-schema.ts'
import type { RunRow } from '../../model/runs.ts'
import { runReasons } from './sentences.ts'

const { say } = runReasons

/**
 * Why a run waits or failed, worded for customers. The text in the row is for operators: it may name folders
 * of the server and errors of its libraries. Only the reason of a cancelled run is written for customers.
 */
export const publicReason = ({
  reason,
  status,
  uncertain,
  findings,
}: Pick<RunRow, 'reason' | 'status' | 'uncertain' | 'findings'>): Words | null => {
  if (reason === null || status === 'CANCELLED') return reason
  if (findings.length > 0) return say('run_reason.findings')
  if (status === 'HANDED_TO_PRINTER') return say('run_reason.given_up')
  if (uncertain) return say('run_reason.uncertain')
  if (status === 'FAILED') return say('run_reason.failed')
  return status === 'RENDERED' || status === 'HANDING_OVER'
    ? say('run_reason.printer')
    : say('run_reason.rendering')
}

/** Beside a `reason` of the wire. */
export const reasonSentence = described(
  v.nullable(sentenceSchema),
  'The same as a sentence with its code; null where a person wrote the reason, or there is none.',
)

/** The reason as it goes over the wire, and the same as a sentence where no person wrote it. */
export const reasonToWire = (words: Words | null) => ({
  reason: typeof words === 'string' ? words : (words?.message ?? null),
  reasonSentence: sentenceOf(words),
})
