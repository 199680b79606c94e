import { seal, sealAsEarlier, unseal, unsealEarlier } from '../../engine/sealed.ts'
import type { Services } from '../../engine/services.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import type { PrinterRow } from '../../model/printers.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { printerSentences } from './sentences.ts'

type Whereabouts = Pick<PrinterRow, 'kind' | 'settings'>

const defaultPorts: Readonly<Record<string, string>> = {
  'ssh:': '22',
  'https:': '443',
  'ipp:': '631',
  'ipps:': '631',
}

const addressOf = ({ host, port, url }: PrinterRow['settings']): URL | undefined => {
  const text = url ?? (host === undefined ? undefined : `ssh://${host.includes(':') ? `[${host}]` : host}`)
  if (text === undefined || !URL.canParse(text)) return undefined
  const address = new URL(text)
  if (port !== undefined) address.port = String(port)
  return address
}

const hostOf = ({ hostname }: URL): string => hostname.toLowerCase().replace(/\.$/, '')
const portOf = ({ protocol, port }: URL): string => port || defaultPorts[protocol] || ''

/** The host as configured, with the port unless it is the default of the protocol. */
export const hostNameOf = ({ settings }: Pick<PrinterRow, 'settings'>): string | undefined => {
  const address = addressOf(settings)
  if (!address) return settings.host?.toLowerCase()
  const port = portOf(address)
  return port === defaultPorts[address.protocol] ? hostOf(address) : `${hostOf(address)}:${port}`
}

/** Joins kind, protocol, host, port, user, and host key or authority, to bind a sealed secret to them. */
export const destinationOf = ({ kind, settings }: Whereabouts): string => {
  const { folder, host, user, hostKey, ca } = settings
  const address = addressOf(settings)
  const place = address
    ? [address.protocol, hostOf(address), portOf(address)]
    : [folder ?? host ?? '', '', '']
  return JSON.stringify([kind, ...place, user ?? '', (hostKey ?? ca ?? '').trim().replace(/\s+/g, ' ')])
}

const { sentence } = printerSentences

/**
 * Absent: secrets are in a form that servers of the previous version can open, because some may run
 * (`jobs/printers.ts`). `BINDING`: bound to their destination. `BOUND`: all are bound, and others are not
 * opened.
 */
export const bindingFact = 'printer-secrets'
export type Binding = 'BINDING' | 'BOUND'

export const bindingOf = async (rows: Pick<Rows, 'facts'>): Promise<Binding | undefined> =>
  (await rows.facts.get(everyone, bindingFact))?.value as Binding | undefined

/** Returns the columns of a secret, sealed for the destination of these settings. */
export const sealedFor = async (
  services: Pick<Services, 'crypto'>,
  rows: Pick<Rows, 'facts'>,
  printer: Pick<PrinterRow, 'id' | 'kind' | 'settings'>,
  secret: string,
): Promise<Pick<PrinterRow, 'secret' | 'secretFor' | 'secretReference'>> => {
  const secretFor = destinationOf(printer)
  const sealing = (await bindingOf(rows)) === undefined ? sealAsEarlier : seal
  const row = { id: printer.id, secretFor }
  const sealed = sealing(services, 'printerSecret', row, new TextEncoder().encode(secret))
  return { secret: sealed, secretFor, secretReference: null }
}

/** Returns why a stored secret is not sent to this destination; undefined if it was given for it. */
export const movedFrom = (
  printer: Pick<PrinterRow, 'kind' | 'settings'> & { secretFor: string | null },
): Sentence | undefined => {
  const now = destinationOf(printer)
  const { secretFor: before } = printer
  return before === null || before === now
    ? undefined
    : sentence('printer_secret.moved', destinationTexts(before, now))
}

/** True if the stored secret is for another destination than the settings name. */
export const needsSecret = (
  printer: Pick<PrinterRow, 'kind' | 'settings' | 'secret' | 'secretFor'>,
): boolean => printer.secret !== null && movedFrom(printer) !== undefined

/** Returns the secret in plain text, or why it can't be read. Reads a referenced one outside the instance. */
export const secretOf = async (
  services: Pick<Services, 'crypto' | 'printers' | 'store'>,
  row: PrinterRow,
): Promise<{ secret: string } | { refused: Sentence } | undefined> => {
  if (row.secretReference) return services.printers?.readSecret(row.secretReference, row)
  if (row.secret === null) return undefined
  const moved = movedFrom(row)
  if (moved) return { refused: moved }
  const plain = await openSealed(services, row, row.secret)
  return plain
    ? { secret: new TextDecoder().decode(plain) }
    : { refused: sentence('printer_secret.sealed_otherwise') }
}

const openSealed = async (
  services: Pick<Services, 'crypto' | 'store'>,
  row: PrinterRow,
  sealed: Uint8Array,
): Promise<Uint8Array | undefined> => {
  const bound = { id: row.id, secretFor: destinationOf(row) }
  const plain = unseal(services, 'printerSecret', bound, sealed)
  if (plain) return plain
  const isBound = (await services.store.read(bindingOf)) === 'BOUND'
  return isBound ? undefined : unsealEarlier(services, 'printerSecret', bound, sealed)
}

/** Returns the secret sealed for its destination; undefined if it already is, or can't be opened. */
export const boundSecret = (
  services: Pick<Services, 'crypto'>,
  row: PrinterRow,
): Pick<PrinterRow, 'secret' | 'secretFor'> | undefined => {
  if (row.secret === null) return undefined
  const bound = { id: row.id, secretFor: row.secretFor ?? destinationOf(row) }
  const plain = unsealEarlier(services, 'printerSecret', bound, row.secret)
  return plain && { secret: seal(services, 'printerSecret', bound, plain), secretFor: bound.secretFor }
}

/** Names two destinations; adds host keys and certificates only if nothing else differs. */
export const destinationTexts = (before: string, now: string): { before: string; now: string } => {
  const [was, is] = [before, now].map((text) => JSON.parse(text) as string[])
  const nameOf = ([kind = '', , host, port, user]: string[]) =>
    `${kind} ${user ? `${user}@` : ''}${host}${port ? `:${port}` : ''}`
  const names = { before: nameOf(was!), now: nameOf(is!) }
  if (names.before !== names.now) return names
  const withTrust = (name: string, parts: string[]) => {
    const [, protocol = '', , , , trust = ''] = parts
    return `${name} (${[protocol.replace(':', ''), trust.slice(0, 80)].filter(Boolean).join(', ')})`
  }
  return { before: withTrust(names.before, was!), now: withTrust(names.now, is!) }
}
