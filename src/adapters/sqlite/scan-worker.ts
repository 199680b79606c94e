import { parentPort, workerData } from 'node:worker_threads'
import { openConnection, type SqliteConnection } from './connection.ts'
import { loadDriver } from './driver.ts'
import type { ScanRequest, ScanResponse } from './scanner.ts'

/** Thread entry of `Scanner`: runs statements one after the other on its own read-only connection. */
const port = parentPort
if (!port) throw new Error('scan-worker.ts runs as a worker thread only')
const { file } = workerData as { file: string }

let opening: Promise<SqliteConnection> | undefined
/** Opens the connection once. If that fails, the request fails and the next one tries again. */
const opened = (): Promise<SqliteConnection> => {
  opening ??= loadDriver()
    .then((driver) => openConnection(driver, file, { readOnly: true }))
    .catch((error: unknown) => {
      opening = undefined
      throw error
    })
  return opening
}

port.on('message', async (question: ScanRequest | 'close') => {
  if (question === 'close') {
    // Terminating the worker would leave the file open.
    await opening?.then((connection) => connection.close()).catch(() => {})
    port.close()
    return
  }
  port.postMessage(
    await opened()
      .then((connection) => answer(connection, question))
      .catch((error) => ({ id: question.id, error })),
  )
})

const answer = (connection: SqliteConnection, question: ScanRequest): ScanResponse => {
  if ('sql' in question) return { id: question.id, rows: connection.query(question.sql, question.values) }
  connection.copyTo(question.copyTo)
  return { id: question.id, rows: [] }
}
