import { untrack } from 'svelte'
import { place } from '../api/client.ts'
import { session } from '../api/session.svelte.ts'
import type { Frame } from './frames.ts'
import { leadAlone, pause } from './leader.ts'
import { Pace } from './pace.ts'
import { type Ending, readStream } from './stream.ts'

/** How a page learns of changes: by the stream, by polling, or not at all. */
export type Hearing = 'connecting' | 'stream' | 'asking' | 'offline'

/** Poll interval without a stream, and during long work. */
const askEveryMs = 2_000
/** Poll interval with hints; those of other servers on the same database are missing. */
const askHintedEveryMs = 15_000
/** Delay before retrying a stream that a proxy buffered. */
const heldBackMs = 300_000
/** Maximum delay before checking whether the server is back. */
const longestPauseMs = 5_000
/** Changes within this time are handled together. */
const togetherMs = 20

/** Stands for changes that may have been missed. */
const missed: Frame = { id: undefined, event: 'reload', data: '{}' }

type Message = { hearing: Hearing } | { frame: Frame } | { question: 'hearing' }

/** Changes in the shown organisation and mode, for all tabs of this browser. */
class Live {
  hearing = $state<Hearing>('connecting')
  readonly #listeners = new Set<(frame: Frame) => void>()

  /** Listens until the returned function is called. One tab reads the stream and informs the others. */
  open(): () => void {
    const name = `lettershop.live ${place.organisationId} ${place.mode}`
    const channel = new BroadcastChannel(name)
    const end = new AbortController()
    let isLeader = false
    const say = (hearing: Hearing) => {
      this.hearing = hearing
      channel.postMessage({ hearing } satisfies Message)
    }
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if ('frame' in data) this.#tell(data.frame)
      else if ('hearing' in data) this.hearing = data.hearing
      else if (isLeader) channel.postMessage({ hearing: this.hearing } satisfies Message)
    }
    channel.postMessage({ question: 'hearing' } satisfies Message)
    leadAlone(name, end.signal, async (signal) => {
      isLeader = true
      await this.#lead(signal, say, (frame) => channel.postMessage({ frame } satisfies Message))
      isLeader = false
    })
    return () => {
      end.abort()
      channel.close()
      this.hearing = 'connecting'
    }
  }

  listen(listener: (frame: Frame) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(frame: Frame): void {
    for (const listener of this.#listeners) listener(frame)
  }

  async #lead(
    signal: AbortSignal,
    say: (hearing: Hearing) => void,
    tellOthers: (frame: Frame) => void,
  ): Promise<void> {
    let after: number | undefined
    let failures = 0
    while (!signal.aborted) {
      const ending = await readStream(after, signal, {
        hear: (frame) => {
          after = frame.id ?? after
          failures = 0
          if (this.hearing !== 'stream') say('stream')
          // Data loaded before the stream began may be outdated: events are repeated, hints are not, and a
          // new leading tab only has what the previous one passed on.
          const heard = frame.event === 'ready' ? missed : frame
          this.#tell(heard)
          tellOthers(heard)
        },
        wait: () => say('asking'),
      })
      if (signal.aborted) return
      failures++
      // A replaced server accepts the stream again at once.
      if (failures > 1 || ending !== 'cut-off') say(hearingAfter(ending))
      // Random, so that pages don't all reconnect at the same moment.
      const backOffMs =
        Math.min(500 * 2 ** Math.min(failures - 1, 10), longestPauseMs) * (1 - Math.random() / 2)
      await pause(ending === 'held-back' ? heldBackMs : backOffMs, signal)
    }
  }
}

const hearingAfter = (ending: Ending): Hearing => (ending === 'cut-off' ? 'offline' : 'asking')

export const live = new Live()

/** Calls `look` repeatedly, never twice at once, while the page is visible and signed in. */
const repeat = (look: () => Promise<void>, isDue: () => boolean, everyMs = askEveryMs): (() => void) => {
  let timer: ReturnType<typeof setTimeout>
  let isGone = false
  const again = async () => {
    const isRead = document.visibilityState === 'visible' && !session.hasEnded
    if (isRead && isDue()) await look().catch(() => undefined)
    if (!isGone) timer = setTimeout(again, everyMs)
  }
  timer = setTimeout(again, everyMs)
  return () => {
    isGone = true
    clearTimeout(timer)
  }
}

/** Calls `look` after events of these families (all by default) while mounted; polls without a stream. */
export const onChange = (look: () => Promise<void>, families?: readonly string[]): void => {
  $effect(() => {
    let isLooking = false
    let isStale = false
    let isGone = false
    const pace = new Pace()
    const lookOnce = async () => {
      if (isLooking) {
        isStale = true
        return
      }
      isLooking = true
      do {
        isStale = false
        await new Promise((wake) => setTimeout(wake, Math.max(togetherMs, pace.waitMs(performance.now()))))
        if (isGone) return
        pace.look(performance.now())
        await untrack(look).catch(() => undefined)
      } while (isStale)
      isLooking = false
    }
    const stopListening = live.listen(({ event }) => {
      const family = event.split('.')[0]!
      if (!families || event === 'reload' || families.includes(family)) void lookOnce()
    })
    const stopAsking = repeat(
      () => untrack(look),
      () => live.hearing !== 'stream',
    )
    return () => {
      isGone = true
      stopListening()
      stopAsking()
    }
  })
}

/**
 * Calls `look` repeatedly for the progress of long work, while the component is mounted and `isGoingOn`
 * holds. If the stream sends hints for these `families`, calls it then, and rarely otherwise.
 */
export const onProgress = (
  look: () => Promise<void>,
  isGoingOn: () => boolean = () => true,
  families?: readonly string[],
): void => {
  if (!families) {
    $effect(() => repeat(() => untrack(look), isGoingOn))
    return
  }
  onChange(look, families)
  const isSeldom = () => live.hearing === 'stream' && isGoingOn()
  $effect(() => repeat(() => untrack(look), isSeldom, askHintedEveryMs))
}
