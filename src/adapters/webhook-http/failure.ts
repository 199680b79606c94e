import { AddressRefused, NameNotResolved } from './lookup.ts'

/** How far an attempt came; it names what failed better than the many codes of an error do. */
export type Phase = 'dns' | 'connect' | 'tls' | 'answer'

export interface Failure {
  error: string
  detail: string
}

const WAITING_FOR: Record<Phase, string> = {
  dns: 'while its name was being resolved',
  connect: 'while the connection was being made',
  tls: 'during the TLS handshake',
  answer: 'while waiting for its answer',
}

export const timeoutFailure = (phase: Phase, timeoutMs: number): Failure => ({
  error: 'timeout',
  detail: `The endpoint took longer than ${timeoutMs / 1000} s, ${WAITING_FOR[phase]}.`,
})

export const failureOf = (error: Error, phase: Phase): Failure => {
  if (error instanceof AddressRefused) return { error: 'address_refused', detail: error.message }
  if (error instanceof NameNotResolved) return { error: 'dns', detail: error.message }
  const reason = reasonOf(error)
  switch (phase) {
    case 'dns':
    case 'connect':
      return { error: 'connect', detail: `No connection could be made (${reason}).` }
    case 'tls':
      return { error: 'tls', detail: `The TLS handshake failed (${reason}).` }
    case 'answer':
      // Node's HTTP parser names its errors HPE_…; everything else here is a connection that broke.
      return codeOf(error).startsWith('HPE_')
        ? { error: 'protocol', detail: `The answer is not valid HTTP (${reason}).` }
        : { error: 'reset', detail: `The connection broke before an answer came (${reason}).` }
  }
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

/** When all of a name's addresses fail, Node throws an AggregateError whose own message is empty. */
const reasonOf = (error: Error): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reasonOf).join('; ')
  return error.message || codeOf(error) || error.name
}
