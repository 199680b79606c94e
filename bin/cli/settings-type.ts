import type { KeyObject } from 'node:crypto'
import type { BlobsSetting } from './blobs-setting.ts'

/** Settings of an instance: from flags, the environment, then `config.json` in the data folder. */
export interface Settings {
  host: string
  port: number
  /** The public URL of this server, also in QR codes; derived from host and port by default. */
  baseUrl: string | undefined
  allowInsecureWebhooks: boolean
  /** Private address ranges (CIDR) that webhooks may reach. */
  webhookAllow: string[]
  /** Networks (CIDR) of proxies whose forwarding headers are trusted. */
  trustedProxies: string[]
  /** Seconds for which a stopping server still accepts requests. */
  drainDelay: number
  /** The printer's folder; by default `printer` in the data folder. */
  printFolder: string | undefined
  /** Permissions of the printer's folder and its contents, octal; by default only this user has access. */
  printFolderMode: string | undefined
  /** Parent of the folders of further printers of kind FOLDER; `printers` in the data folder by default. */
  printersFolder: string | undefined
  /** Private networks (CIDR) in which printers may be. */
  printerAllow: string[]
  /** Variables or files that printers may use as secrets, each at one host: `house@press.example=/path`. */
  printerSecrets: string[]
  /** The folder for backups started from the portal; none by default. */
  backupFolder: string | undefined
  /** Allows a data folder that other users can read, as on a share or volume without permissions. */
  acceptFolderMode: boolean
  /** Suppresses everything that leaves the instance: webhooks, mail, packages for printers. */
  drill: boolean
  /** Serves the API without the portal. */
  noPortal: boolean
  /** A PostgreSQL database instead of the file in the data folder; other servers may share it. */
  database: string | undefined
  /** A bucket for the files, instead of the folder `blobs` in the data folder. */
  blobs: BlobsSetting | undefined
  /** The mail server and the sender of its mail; without one, links are shown instead of mailed. */
  mail: { url: string; from: string } | undefined
  /** Idle minutes after which a portal session expires. */
  sessionIdleMinutes: number
  /** Until operators and owners have a second factor, all they can do is set one up. */
  requireSecondFactor: boolean
  /** The instance key, instead of `instance.key` in the data folder. */
  secretKey: Uint8Array | undefined
  /** The private key that signs evidence, instead of `signing.key` in the data folder. */
  signingKey: KeyObject | undefined
  /** The token for `/metrics`; without one, `/metrics` is refused. */
  metricsToken: string | undefined
}
