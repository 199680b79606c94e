import { fileNamePart } from '../../kernel/file-name.ts'
import { dayIn } from '../../kernel/time.ts'
import type { MailingRef } from '../../model/items.ts'
import type { RunRow } from '../../model/runs.ts'
import type { Rows } from '../../ports/store.ts'
import { runCodeOf } from '../../template/sheet-mark.ts'
import { mailingsOf } from './run.ts'

/** The name that people gave to a mailing; undefined where it is no longer there. */
export const nameOfMailing = async (
  rows: Rows,
  { organisationId, mode }: Pick<RunRow, 'organisationId' | 'mode'>,
  { postflowId, postbatchId }: MailingRef,
): Promise<string | undefined> => {
  const scope = { organisationId, mode }
  const mailing =
    postbatchId !== null
      ? await rows.postbatches.get(scope, postbatchId)
      : postflowId !== null
        ? await rows.postflows.get(scope, postflowId)
        : undefined
  return mailing?.name
}

/**
 * The name of a run's files for people, without its ending: its mailing, the day on which it closed, and the code that
 * is printed on its sheets. `timeZone` is that of the organisation.
 */
export const downloadName = async (rows: Rows, run: RunRow, timeZone: string): Promise<string> => {
  const [first, ...others] = mailingsOf(run)
  const name = first && fileNamePart((await nameOfMailing(rows, run, first)) ?? '')
  const more = others.length > 0 ? `+${others.length}` : ''
  const day = dayIn(timeZone, Math.min(run.cutoffAt, run.cutoffReachedAt ?? run.cutoffAt))
  const test = run.mode === 'test' ? 'test' : ''
  return [name || run.id, more, day, test, runCodeOf(run.id)].filter(Boolean).join(' ')
}
