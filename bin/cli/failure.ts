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

/** A failed command, as it is printed and as it is sent through the control socket. */
export interface FailureBody {
  code: string
  detail: string
  exitCode: number
  errors?: WrongParameter[]
}

/** An expected end of a command: one sentence and an exit code. */
export class CommandFailure extends Error {
  readonly body: FailureBody

  constructor(body: FailureBody, options?: { cause?: unknown }) {
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

/** `folderInUse` → `folder_in_use`. */
const codeOfReason = (reason: ExitReason): string =>
  reason.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const isFailureBody = (value: unknown): value is FailureBody =>
  typeof value === 'object' && value !== null && 'detail' in value && 'exitCode' in value
