import type { JobContext } from '../../engine/jobs/job.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { ImportRow } from '../../model/imports.ts'
import type { ErasableRow, ErasedPerson } from '../../model/privacy.ts'
import { withoutPersons } from './file-names.ts'
import { listsOf } from './files.ts'

/** What one round of the job erases. */
export interface Erasure {
  /** Items of one organisation and mode, whose rows are clean already. */
  items: readonly ErasableRow[]
  /** The finished imports of lists that they came in, where their erasure was requested. */
  lists: readonly ImportRow[]
  /** The modes whose files and answers are searched. What is done in test mode changes nothing live. */
  modes: readonly Mode[]
  /** Whom requested erasures are about. */
  persons: readonly ErasedPerson[]
  /** A file's name without the words that name one of these. */
  without: (fileName: string) => string
}

export const erasureOf = async (context: JobContext, items: readonly ErasableRow[]): Promise<Erasure> => {
  const persons = items.flatMap(({ person }) => person ?? [])
  const modes: readonly Mode[] = items[0]!.mode === 'live' ? ['live', 'test'] : ['test']
  const without = await withoutPersons(persons, context.services.turns)
  return { items, lists: await listsOf(context, items), modes, persons, without }
}
