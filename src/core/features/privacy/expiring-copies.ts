import { itemLimits } from '../../model/item-limits.ts'
import { importLimits } from '../../model/mapping.ts'
import { uploadLimits } from '../assets/limits.ts'
import { exportLimits } from '../exports/limits.ts'

/** Places that hold recipients as parts of larger files and expire by themselves (docs/privacy.md). */
export const elsewhere = [
  { what: 'Uploaded lists, as they were sent', kept: `${uploadLimits.csvDays} days` },
  { what: 'Rows of lists that could not be imported', kept: `${importLimits.errorDays} days` },
  { what: 'Exported lists of items and of suppressions', kept: `${exportLimits.days} days` },
  { what: 'Reasons for which many items were rejected together', kept: `${itemLimits.actionDays} days` },
  { what: 'Answers kept for repeated requests, encrypted', kept: '24 hours' },
] as const
