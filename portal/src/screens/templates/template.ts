import { words as w } from 'words:templates'
import type { Schemas } from '../../api/client.ts'

type Template = Schemas['Template']

/** Returns the version to show: the latest, or the draft if there is none. */
export const displayedVersion = ({ latestVersion }: Template): number | 'draft' =>
  latestVersion?.number ?? 'draft'

/** Returns the width of a sheet divided by its height. */
export const sheetRatio = (
  specification: Pick<Schemas['ProductSpecification'], 'sheet'> | undefined,
): number | undefined => specification && specification.sheet.trim.w / specification.sheet.trim.h

/** Whether the draft was changed since the last publication. */
export const hasChanges = ({ draft, latestVersion }: Template): boolean =>
  latestVersion === null || draft.updatedAt > latestVersion.publishedAt

/** Describes the template's stage. */
export const stageOf = (template: Template): string => {
  const { latestVersion } = template
  if (!latestVersion) return w().draftOnly
  const { number } = latestVersion
  return hasChanges(template) ? w().changed({ number }) : w().version({ number })
}

/** Describes the place that a parameter names, such as `document.pages[1].elements[4]`. */
export const placeOf = (parameter: string): string => {
  const [, page, element] = /pages\[(\d+)\](?:\.elements\[(\d+)\])?/.exec(parameter) ?? []
  if (page === undefined) return w().documentPlace
  if (element === undefined) return w().pagePlace({ page: Number(page) + 1 })
  return w().elementPlace({ page: Number(page) + 1, element: Number(element) + 1 })
}
