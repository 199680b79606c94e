import type { Finding } from '../../../core/kernel/finding.ts'

export const errorFinding = (code: string, message: string): Finding => ({ code, severity: 'error', message })
export const warningFinding = (code: string, message: string): Finding => ({
  code,
  severity: 'warning',
  message,
})

/** `the PNG is damaged` → `The PNG is damaged.` */
export const sentence = (reason: string): string =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.$/, '')}.`
