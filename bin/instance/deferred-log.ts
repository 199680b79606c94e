import type { Log, LogFields } from '../../src/core/ports/system.ts'

type Level = keyof Log

/** Creates a log that loads the system log with its first line: most starts log nothing at first. */
export const deferredLog = (level: Level = 'info'): Log => {
  let log: Log | undefined
  const waiting: { level: Level; message: string; fields: LogFields | undefined }[] = []
  const load = async (): Promise<void> => {
    const { createLog } = await import('../../src/adapters/system/log.ts')
    log = createLog({ level })
    for (const line of waiting.splice(0)) log[line.level](line.message, line.fields)
  }
  const write = (at: Level) => (message: string, fields?: LogFields) => {
    if (log) return log[at](message, fields)
    waiting.push({ level: at, message, fields })
    if (waiting.length === 1) void load()
  }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
