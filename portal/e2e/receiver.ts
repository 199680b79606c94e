import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A program of a shop that listens for webhooks, on this machine. */
export interface Receiver {
  url: string
  /** What it answers from now on. */
  answer: { status: number; body: string }
  /** Calls of this path alone get through, whatever it answers to others. */
  movedTo: string | undefined
  /** It takes tests, whatever it answers to events. */
  takesTests: boolean
  /** The ids of the events that it took, in their order. */
  taken: string[]
  /** Answers nothing until `release`. */
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
    takesTests: false,
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
    const isTakenTest = receiver.takesTests && type === 'webhook.test'
    const isTaken = isTakenTest || request.url === receiver.movedTo
    const answer = isTaken ? { status: 200, body: 'thank you' } : receiver.answer
    if (answer.status === 200) receiver.taken.push(id)
    response.writeHead(answer.status, { 'Content-Type': 'text/plain' }).end(answer.body)
  })
  // A picture or a test that ends leaves no process behind because of it.
  server.unref()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/lettershop`
  return receiver
}
