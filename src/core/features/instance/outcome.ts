import type { Said } from '../../kernel/sentences.ts'
import type { Finding } from '../../ports/upkeep.ts'

export type Outcome = Omit<Finding, 'name'>

const outcome =
  (status: Finding['status']) =>
  ({ code, message, params }: Said, command?: string): Outcome => ({
    status,
    code,
    detail: message,
    ...(params === undefined ? {} : { params }),
    ...(command === undefined ? {} : { command }),
  })

export const fine = outcome('fine')
export const note = outcome('note')
export const wrong = outcome('wrong')
