import { supportMail } from './jobs/support.mail.ts'
import { answerTicket } from './operations/support.answer.ts'
import { closeTicket } from './operations/support.close.ts'
import { createTicket } from './operations/support.create.ts'
import { getDiagnostics } from './operations/support.diagnostics.ts'
import { getTicket } from './operations/support.get.ts'
import { listInbox } from './operations/support.inbox.ts'
import { listTickets } from './operations/support.list.ts'
import { replyToTicket } from './operations/support.reply.ts'

export const supportOperations = [
  listTickets,
  createTicket,
  getTicket,
  replyToTicket,
  closeTicket,
  listInbox,
  answerTicket,
  getDiagnostics,
]
export const supportJobs = [supportMail]
