import type { Mode } from '../kernel/mode.ts'
import {
  boolean,
  defineTable,
  integer,
  integerOrNull,
  json,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'
import type { MailingRef } from './items.ts'
import type { RunStatus } from './runs-lifecycle.ts'

/** One PDF file of a run, as the manifest tells it. */
export interface RunPart {
  name: string
  /** Where it lies; changes when somebody is erased from it. */
  blobKey: string
  /** How often somebody was erased from it: then it is not what was handed over any more. */
  erasures?: number
  bytes: number
  pages: number
  items: number
  sha256: string
}

/**
 * What the pages of some pieces of a run were drawn from besides the pieces themselves: where it is another by the time of the
 * hand-over, they are drawn anew.
 */
export interface Drawn extends MailingRef {
  templateVersionId: string
  /** Which of Lettershop's own addresses the version prints: `trackingUrl`, `optOutUrl`. */
  links: string[]
  baseUrl: string
  /** The return address as canonical JSON; null where there was none. */
  sender: string | null
}

/** One organisation, specification, mode and cutoff. */
export const runsTable = defineTable(
  'runs',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    productId: text(),
    specificationId: text(),
    status: text<RunStatus>(),
    cutoffAt: integer(),
    itemCount: integer(),
    parts: json<RunPart[]>(),
    /** Each once. */
    drawn: json<Drawn[]>(),
    /** Why it is not handed over, where a person has to mend something first. */
    findings: json<LiveFinding[]>(),
    partner: textOrNull(),
    /** What the printer answered: for a folder, the path of the package. */
    partnerReference: textOrNull(),
    /** After a crash nobody knows whether the printer has it: only an operator goes on from here. */
    uncertain: boolean(),
    /** Why it waits or failed, in a sentence. */
    reason: textOrNull(),
    cutoffReachedAt: integerOrNull(),
    renderedAt: integerOrNull(),
    handedToPrinterAt: integerOrNull(),
    /** Told by the printer; no status of its own. */
    printedAt: integerOrNull(),
    handedToCarrierAt: integerOrNull(),
    completedAt: integerOrNull(),
    /** Real time at which it was completed or cancelled, and at which its PDF parts were deleted. */
    endedAt: integerOrNull(),
    pagesDeletedAt: integerOrNull(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
  },
  {
    unique: [['organisationId', 'mode', 'specificationId', 'cutoffAt']],
    indexes: [
      ['organisationId', 'mode', 'createdAt'],
      ['organisationId', 'mode', 'cutoffAt'],
      // Which runs wait for somebody, whosever they are.
      ['status'],
    ],
  },
)
export type RunRow = RowOf<typeof runsTable>

export const liveFindingCodes = [
  'base_url_unreachable',
  'tracking_target_missing',
  'return_address_missing',
] as const

/** Why live mail of a Postflow or Postbatch is not printed yet: paper cannot be called back. */
export interface LiveFinding extends MailingRef {
  code: (typeof liveFindingCodes)[number]
  /** The setting that mends it: of the mailing, or `baseUrl` of the server. */
  field: 'baseUrl' | 'trackingTargetUrl' | 'returnAddressId'
  /** What is wrong, and what to do. */
  message: string
  templateVersionId: string
}
