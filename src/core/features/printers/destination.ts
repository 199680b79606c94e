import type { PrinterRow } from '../../model/printers.ts'

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

/** The server that a printer is reached at, as settings name it: its host, with the port unless it is the usual one. */
export const hostNameOf = ({ settings }: Pick<PrinterRow, 'settings'>): string | undefined => {
  const address = addressOf(settings)
  if (!address) return settings.host?.toLowerCase()
  const port = portOf(address)
  return port === defaultPorts[address.protocol] ? hostOf(address) : `${hostOf(address)}:${port}`
}

/**
 * Whom a printer's secret is given to, as one text: its kind, protocol, host, port and user, and the host key or
 * certificate authority by which the server is recognised. A sealed secret is bound to it.
 */
export const destinationOf = ({ kind, settings }: Whereabouts): string => {
  const { folder, host, user, hostKey, ca } = settings
  const address = addressOf(settings)
  const place = address
    ? [address.protocol, hostOf(address), portOf(address)]
    : [folder ?? host ?? '', '', '']
  return JSON.stringify([kind, ...place, user ?? '', (hostKey ?? ca ?? '').trim().replace(/\s+/g, ' ')])
}
