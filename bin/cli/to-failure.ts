import { Problem } from '../../src/core/kernel/errors.ts'
import { StoreUnavailable } from '../../src/core/ports/store.ts'
import { CommandFailure, exitCodes, type FailureBody } from './failure.ts'

/** The failure for an error: the public text of a problem of the core, or the message of another error. */
export const toFailureBody = (error: unknown): FailureBody => {
  if (error instanceof CommandFailure) return error.body
  if (error instanceof Problem) {
    const errors = error.errors.map(({ parameter, message }) => ({
      parameter: toFlag(parameter),
      message: message.startsWith(`${parameter} `)
        ? toFlag(parameter) + message.slice(parameter.length)
        : message,
    }))
    return {
      code: error.code,
      detail: errors.length > 0 ? errors.map(naming).join(' ') : error.message,
      exitCode: exitCodeOf(error.status),
      ...(errors.length > 0 ? { errors } : {}),
    }
  }
  if (error instanceof StoreUnavailable) {
    return { code: 'storage_unavailable', detail: error.message, exitCode: exitCodes.failed }
  }
  const detail = error instanceof Error ? error.message : String(error)
  return { code: 'failed', detail, exitCode: exitCodes.failed }
}

const naming = ({ parameter, message }: { parameter: string; message: string }): string =>
  message.includes(parameter) ? message : `${parameter}: ${message}`

/** `amountCents` → `--amount-cents`, `scopes[1]` → `--scopes`: the flag that the value came from. */
const toFlag = (parameter: string): string => {
  const name = parameter.replace(/[[.].*$/, '')
  const flag = name === 'organisationId' ? 'org' : name
  return `--${flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

const exitCodeOf = (status: number): number => {
  if (status === 404) return exitCodes.notFound
  if (status === 400 || status === 422) return exitCodes.usage
  return status < 500 ? exitCodes.refused : exitCodes.failed
}
