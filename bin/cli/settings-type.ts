import type { KeyObject } from 'node:crypto'
import type { BlobsSetting } from './blobs-setting.ts'

/** Settings of an instance, from flags, else the environment, else `config.json` in the data folder. */
export interface Settings {
  host: string
  port: number
  /** Where people and QR codes reach this server; by default made from host and port. */
  baseUrl: string | undefined
  allowInsecureWebhooks: boolean
  /** Address ranges (CIDR) that webhooks may reach although they are private. */
  webhookAllow: string[]
  /** Networks (CIDR) of the proxies in front of this server, whose forwarding headers are trusted. */
  trustedProxies: string[]
  /** Seconds in which it still takes requests once it is told to end. */
  drainDelay: number
  /** The printer's folder; by default `printer` in the data folder. */
  printFolder: string | undefined
  /** Permissions of the printer's folder and its contents, octal; by default for this user only. */
  printFolderMode: string | undefined
  /** The folder below which further printers of the kind FOLDER have theirs; `printers` in the data folder. */
  printersFolder: string | undefined
  /** Private networks (CIDR) in which printers may be. */
  printerAllow: string[]
  /** Which variable or file each printer may name as its secret, at one host: `house@press.example=/path`. */
  printerSecrets: string[]
  /** Where operators may have backups made from the portal; nowhere by default. */
  backupFolder: string | undefined
  /** Allows a data folder that other users can read, as on a share or volume without permissions. */
  acceptFolderMode: boolean
  /** Nothing leaves this instance: no webhook, no mail, no package for the printer. */
  drill: boolean
  /** The portal is left out: its addresses do not exist. */
  noPortal: boolean
  /** A PostgreSQL database instead of the file in the data folder; other servers may share it. */
  database: string | undefined
  /** A bucket for the files, instead of the folder `blobs` in the data folder. */
  blobs: BlobsSetting | undefined
  /** The mail server and the sender of its mail; without one, links are shown instead of mailed. */
  mail: { url: string; from: string } | undefined
  /** A portal session ends when it has been idle for so long. */
  sessionIdleMinutes: number
  /** Operators and owners without a second factor can only set one up. */
  requireSecondFactor: boolean
  /** The key, instead of `instance.key` in the data folder. */
  secretKey: Uint8Array | undefined
  /** The private key of evidence, instead of `signing.key` in the data folder. */
  signingKey: KeyObject | undefined
  /** The token for `/metrics`; without one nobody may read it. */
  metricsToken: string | undefined
}
