import type { CatalogueChange, CatalogueFinding } from '../../../engine/catalogue-part.ts'
import { saidAlone } from '../../../kernel/sentences.ts'
import type { CheckedCatalogue } from './import.ts'

const findingToWire = ({ path, severity, ...said }: CatalogueFinding) => ({
  path,
  severity,
  ...saidAlone(said),
})

const changeToWire = ({ part, key, ...said }: CatalogueChange) => ({ part, key, ...saidAlone(said) })

/** What was found and what changes, as the API shows it. */
export const reportToWire = ({ findings, changes }: Pick<CheckedCatalogue, 'findings' | 'changes'>) => ({
  findings: findings.map(findingToWire),
  changes: changes.map(changeToWire),
})

export const isValid = ({ findings }: Pick<CheckedCatalogue, 'findings'>): boolean =>
  findings.every(({ severity }) => severity !== 'error')
