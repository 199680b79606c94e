import type { Actor } from '../../../engine/audit/changes.ts'
import type { CatalogueDocument, CatalogueFinding, CataloguePart } from '../../../engine/catalogue-part.ts'
import type { WriteContext } from '../../../engine/context.ts'
import { takeOrganisations } from '../../../engine/locks.ts'
import type { Services } from '../../../engine/services.ts'
import { transact } from '../../../engine/transact.ts'
import { type ParameterError, problem, validationFailed } from '../../../kernel/errors.ts'
import { generalProblems } from '../../../kernel/problem-sentences.ts'
import { saidAlone } from '../../../kernel/sentences.ts'
import { everyone, type WritableRows } from '../../../ports/store.ts'
import { setCurrency } from '../../ledger/currency.ts'
import { treatmentsJob } from '../../ledger/profile.ts'
import { catalogueMark, revisionFact, revisionOf } from '../current.ts'
import { same } from './changes.ts'
import { type CatalogueReport, checkCatalogue } from './check.ts'
import { entriesOf, entryOf } from './document.ts'
import { gatherFacts } from './facts.ts'
import { dotted } from './pointer.ts'
import { catalogueSentences } from './sentences.ts'

/** A file that was checked, with what it takes to import it. */
export interface CheckedCatalogue extends CatalogueReport {
  facts: Awaited<ReturnType<typeof gatherFacts>>
  /** The revision that it was checked against. */
  revision: number
  /** Of the next revision, if this becomes it. */
  nextId: string
  parts: readonly CataloguePart[]
}

export interface CheckOptions {
  /** What the renderer can print on, where that is known. */
  profiles?: readonly string[]
  /** Which lists the caller may change; all of them by default. */
  may?: (part: CataloguePart) => boolean
}

/** Checks a file against the instance. Reads, and takes its turns; nothing is written. */
export const checkFile = async (
  services: Services,
  file: unknown,
  { profiles, may }: CheckOptions = {},
): Promise<CheckedCatalogue> => {
  const parts = await services.catalogueParts()
  let facts: Awaited<ReturnType<typeof gatherFacts>> | undefined
  const report = await checkCatalogue(
    file,
    parts,
    async (next) => {
      facts = await gatherFacts(services, parts, next, profiles)
      return facts
    },
    services.turns,
    may,
  )
  return {
    ...report,
    facts: facts!,
    revision: revisionOf(facts!.mark),
    nextId: services.ids.next('crv'),
    parts,
  }
}

/**
 * Makes the instance's catalogue what was checked, within a transaction. Throws 422 with every error, and 412
 * where the catalogue has changed since. Returns the new revision; nothing changes where nothing differs.
 */
export const saveCatalogue = async (
  services: Services,
  rows: WritableRows,
  checked: CheckedCatalogue,
): Promise<number> => {
  const errors = checked.findings.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw validationFailed(errors.map(asParameter))
  const { facts, next, revision, parts } = checked
  // First, because the log of what changes in an organisation's own prices belongs to it.
  await takeOrganisations(rows, organisationsOf(facts.present, next))
  const mark = await catalogueMark(rows)
  if (mark !== facts.mark) throw changedMeanwhile(revisionOf(mark))
  if (!(await setCurrency(rows, next.currency))) {
    const said = catalogueSentences.say('catalogue_currency.fixed', { own: facts.present.currency })
    throw validationFailed([{ ...said, parameter: 'currency', location: 'body' }])
  }
  const saving = { ids: services.ids, rows, now: facts.now, facts, before: facts.present, next }
  let changed = next.currency !== facts.present.currency
  for (const part of parts) changed = (await part.save(saving)) || changed
  if (!changed && mark !== '') return revision
  const value = `${revision + 1}|${checked.nextId}`
  if (mark === '') await rows.facts.insert({ id: revisionFact, value })
  // On PostgreSQL another server may have changed it since this body read it: then nothing of this is kept.
  else if (!(await rows.facts.update(everyone, revisionFact, { value }, { value: mark })))
    throw changedMeanwhile(revision + 1)
  return revision + 1
}

/** Whether live mail would go to another printer, or to another destination of one. */
export const movesMail = ({ facts, next, parts }: CheckedCatalogue): boolean =>
  parts.some((part) => part.movesMail?.({ before: facts.present, next }) === true)

/** The organisations whose own price lists change. */
const organisationsOf = (before: CatalogueDocument, next: CatalogueDocument): string[] =>
  entriesOf(next, 'priceLists').flatMap((list) => {
    const was = entryOf(before, 'priceLists', list.key)
    if (same(was, list)) return []
    return [was?.organisation, list.organisation].filter((id) => typeof id === 'string')
  })

const changedMeanwhile = (revision: number) =>
  problem(generalProblems.say('revision_conflict.thing', { noun: 'catalogue', revision }))

const asParameter = ({ path, severity: _, ...said }: CatalogueFinding): ParameterError => ({
  ...saidAlone(said),
  parameter: dotted(path) || 'body',
  location: 'body',
})

/** Saves what was checked, with what follows from it in other rooms: another currency is taxed otherwise. */
export const saveWithWork = async (
  { services, rows, work }: Pick<WriteContext, 'services' | 'rows' | 'work'>,
  checked: CheckedCatalogue,
): Promise<number> => {
  const revision = await saveCatalogue(services, rows, checked)
  if (checked.next.currency !== checked.facts.present.currency)
    work.enqueue(treatmentsJob(services.clock.now()))
  return revision
}

/** Makes what was checked the instance's catalogue, in a transaction of its own. Returns its revision. */
export const importChecked = (services: Services, checked: CheckedCatalogue, actor: Actor): Promise<number> =>
  transact(services, ({ rows, work }) => saveWithWork({ services, rows, work }, checked), actor)
