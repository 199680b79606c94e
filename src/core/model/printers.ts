import type { Mode } from '../kernel/mode.ts'
import {
  bytesOrNull,
  defineTable,
  integer,
  integerOrNull,
  json,
  jsonOrNull,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'
import type { Plex } from '../template/sheet.ts'

export const printerKinds = ['FOLDER', 'SFTP', 'IPP', 'HTTPS'] as const
export type PrinterKind = (typeof printerKinds)[number]

/** `PAUSED`: its runs wait or go to the next printer of their rule. `ARCHIVED`: it gets no more runs. */
export const printerStatuses = ['ACTIVE', 'PAUSED', 'ARCHIVED'] as const
export type PrinterStatus = (typeof printerStatuses)[number]

/** The fields depend on the kind. */
export interface PrinterSettings {
  /** FOLDER: name below the folder of printers; null for the folder in the server's settings. */
  folder?: string | null
  /** SFTP. */
  host?: string
  port?: number
  user?: string
  path?: string
  /** SFTP: host key as printed by `ssh-keyscan`, or its SHA-256 (`SHA256:…`). */
  hostKey?: string
  /** IPP and HTTPS. */
  url?: string
  /** IPP: paper, such as `iso_a4_210x297mm`; the sheet's by default. */
  media?: string
  /** IPP: prints in black only. */
  monochrome?: boolean
  /** IPP and HTTPS: certificate authority (PEM) in addition to the system's. */
  ca?: string
}

/** A secret outside the instance: in an environment variable of the server, or a file. */
export type SecretReference = { env: string } | { file: string }

/** Absent capabilities are not checked. */
export interface PrinterCapabilities {
  plex?: Plex[]
  colour?: boolean
  /** In mm, in either direction. */
  maxSheet?: { w: number; h: number }
  /** Limit per piece. */
  maxPages?: number
}

/** As of the last check. */
export interface PrinterHealth {
  ok: boolean
  /** A sentence for operators. */
  detail: string
  at: number
}

export const printersTable = defineTable(
  'printers',
  'none',
  {
    id: text(),
    /** Unique, stable name in files. */
    key: text(),
    name: text(),
    kind: text<PrinterKind>(),
    settings: json<PrinterSettings>(),
    /** Password, private key or signing secret, sealed with the instance key. */
    secret: bytesOrNull(),
    /** Destination of the sealed secret (`features/printers/secret.ts`); null until recorded. */
    secretFor: textOrNull(),
    /** Where to read the secret when needed, instead of a sealed one. */
    secretReference: jsonOrNull<SecretReference>(),
    capabilities: json<PrinterCapabilities>(),
    status: text<PrinterStatus>(),
    health: jsonOrNull<PrinterHealth>(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
  },
  { unique: [['key']], indexes: [['createdAt']] },
)
export type PrinterRow = RowOf<typeof printersTable>

/** Absent fields match all runs. */
export interface PrinterRuleMatch {
  organisationId?: string
  specificationId?: string
  /** Countries of the recipients, ISO 3166-1 alpha-2; any of these. */
  countries?: string[]
  /** In the run, counted at hand-over. */
  minItems?: number
}

/** In order of `position`: the first match decides which printers may print a run. */
export const printerRulesTable = defineTable(
  'printer_rules',
  'none',
  {
    id: text(),
    position: integer(),
    match: json<PrinterRuleMatch>(),
    /** Ids in order of preference; later ones are used while earlier ones are unavailable. */
    printers: json<string[]>(),
    /** Minutes after rendering until the run goes to the rule's next printer. */
    fallBackMinutes: integer(),
    createdAt: integer(),
  },
  { indexes: [['position']] },
)
export type PrinterRuleRow = RowOf<typeof printerRulesTable>

/** Journal of hand-overs (`ports/print-partner.ts`); the id is the attempt's. */
export const handOversTable = defineTable(
  'hand_overs',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    runId: text(),
    /** Null for the printer in the server's settings. */
    printerId: textOrNull(),
    state: text<'INTENDED' | 'DELIVERED'>(),
    note: textOrNull(),
    at: integer(),
    deliveredAt: integerOrNull(),
  },
  { indexes: [['runId']] },
)
export type HandOverRow = RowOf<typeof handOversTable>
