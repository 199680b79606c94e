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

/** `PAUSED`: its runs wait or go to the next of their rule. `ARCHIVED`: it is given nothing any more. */
export const printerStatuses = ['ACTIVE', 'PAUSED', 'ARCHIVED'] as const
export type PrinterStatus = (typeof printerStatuses)[number]

/** Where a printer is and how it is spoken to; which fields there are depends on the kind. */
export interface PrinterSettings {
  /** FOLDER: its name below the folder of printers; null for the folder of the server's own settings. */
  folder?: string | null
  /** SFTP. */
  host?: string
  port?: number
  user?: string
  path?: string
  /** SFTP: the host's key as `ssh-keyscan` prints it, or its SHA-256 (`SHA256:…`). */
  hostKey?: string
  /** IPP and HTTPS. */
  url?: string
  /** IPP: the paper, such as `iso_a4_210x297mm`; by default what the sheet is. */
  media?: string
  /** IPP: prints in black only. */
  monochrome?: boolean
  /** IPP and HTTPS: the certificate authority (PEM) besides the system's. */
  ca?: string
}

/** Where a secret stands outside the instance: in an environment variable of the server, or in a file. */
export type SecretReference = { env: string } | { file: string }

/** What a printer can print; what is not said is not checked. */
export interface PrinterCapabilities {
  plex?: Plex[]
  colour?: boolean
  /** The largest sheet, in mm, in either direction. */
  maxSheet?: { w: number; h: number }
  /** The most pages of a piece. */
  maxPages?: number
}

/** How the printer was when it was last asked. */
export interface PrinterHealth {
  ok: boolean
  /** A sentence for operators. */
  detail: string
  at: number
}

/** Printers of the instance. */
export const printersTable = defineTable(
  'printers',
  'none',
  {
    id: text(),
    /** Its stable name in files, which no other printer has. */
    key: text(),
    name: text(),
    kind: text<PrinterKind>(),
    settings: json<PrinterSettings>(),
    /** A password, private key or signing secret, sealed with the instance key. */
    secret: bytesOrNull(),
    /**
     * Whom the sealed secret was given for (`features/printers/secret.ts`); null until a server of this version
     * has noted it.
     */
    secretFor: textOrNull(),
    /** Where the secret is read when it is needed, in place of a sealed one; null for none. */
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

/** For which runs a rule is; a field that is absent holds for all. */
export interface PrinterRuleMatch {
  organisationId?: string
  specificationId?: string
  /** The country of the recipients, ISO 3166-1 alpha-2; any of these. */
  countries?: string[]
  /** The least number of items in the run, counted when it is handed over. */
  minItems?: number
}

/** In order of `position`: the first rule that matches says which printers may print a run. */
export const printerRulesTable = defineTable(
  'printer_rules',
  'none',
  {
    id: text(),
    position: integer(),
    match: json<PrinterRuleMatch>(),
    /** Ids, the first choice first; the others are for when it is away. */
    printers: json<string[]>(),
    /** Minutes from being rendered after which a run goes to the next printer of the rule. */
    fallBackMinutes: integer(),
    createdAt: integer(),
  },
  { indexes: [['position']] },
)
export type PrinterRuleRow = RowOf<typeof printerRulesTable>

/** The journal of hand-overs (`ports/print-partner.ts`); the id is the attempt's. */
export const handOversTable = defineTable(
  'hand_overs',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    runId: text(),
    /** Null for the printer of the server's own settings. */
    printerId: textOrNull(),
    state: text<'INTENDED' | 'DELIVERED'>(),
    note: textOrNull(),
    at: integer(),
    deliveredAt: integerOrNull(),
  },
  { indexes: [['runId']] },
)
export type HandOverRow = RowOf<typeof handOversTable>
