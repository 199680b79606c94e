import { Problem } from '../../src/core/kernel/errors.ts'
import { StoreUnavailable } from '../../src/core/ports/store.ts'

/** Exit codes, for scripts (`docs/cli.md`). */
export const exitCodes = {
  failed: 1,
  usage: 2,
  notFound: 3,
  refused: 4,
  folderUnusable: 10,
  folderInUse: 11,
  schemaTooNew: 12,
  cannotListen: 13,
  nodeTooOld: 14,
  databaseUnusable: 15,
  blobsUnusable: 16,
} as const
export type ExitReason = keyof typeof exitCodes

/** A wrong parameter, named as it was typed: `--amount-cents`. */
export interface WrongParameter {
  parameter: string
  message: string
}

interface FailureReport {
  code: string
  detail: string
  exitCode: number
  errors?: WrongParameter[]
}

/** An expected failure of a command: a sentence and an exit code, also sent through the control socket. */
export class CommandFailure extends Error {
  readonly body: FailureReport

  constructor(body: FailureReport, options?: { cause?: unknown }) {
    super(body.detail, options)
    this.name = 'CommandFailure'
    this.body = body
  }
}

export const failure = (reason: ExitReason, detail: string, cause?: unknown): CommandFailure =>
  new CommandFailure(
    { code: codeOfReason(reason), detail, exitCode: exitCodes[reason] },
    cause === undefined ? undefined : { cause },
  )

const codeOfReason = (reason: ExitReason): string =>
  reason.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const isFailureReport = (value: unknown): value is FailureReport =>
  typeof value === 'object' && value !== null && 'detail' in value && 'exitCode' in value

/** Converts an error to a failure report, with only the public messages of a problem of the core. */
export const toFailureReport = (error: unknown): FailureReport => {
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

/** Returns the flag of a parameter: `--amount-cents` for `amountCents`, `--scopes` for `scopes[1]`. */
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
