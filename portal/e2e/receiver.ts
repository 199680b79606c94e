import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A local webhook receiver, as a shop's program would have. */
export interface Receiver {
  url: string
  /** The response to every later request. */
  answer: { status: number; body: string }
  /** Requests to this path succeed, whatever `answer` is. */
  movedTo: string | undefined
  /** Accepts test events, whatever `answer` is. */
  acceptsTests: boolean
  /** Ids of the accepted events, in order. */
  taken: string[]
  /** Delays responses until `release`. */
  hold(): void
  release(): void
  close(): void
}

export const startReceiver = async (): Promise<Receiver> => {
  let free = Promise.resolve()
  let letGo = (): void => {}
  const receiver: Receiver = {
    url: '',
    answer: { status: 200, body: 'thank you' },
    movedTo: undefined,
    acceptsTests: false,
    taken: [],
    hold() {
      free = new Promise((resolve) => {
        letGo = resolve
      })
    },
    release: () => letGo(),
    close: () => void server.close(),
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    await free
    const { id, type } = JSON.parse(body)
    const isTakenTest = receiver.acceptsTests && type === 'webhook.test'
    const isTaken = isTakenTest || request.url === receiver.movedTo
    const answer = isTaken ? { status: 200, body: 'thank you' } : receiver.answer
    if (answer.status === 200) receiver.taken.push(id)
    response.writeHead(answer.status, { 'Content-Type': 'text/plain' }).end(answer.body)
  })
  // The server must not keep the process running.
  server.unref()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/lettershop`
  return receiver
}
