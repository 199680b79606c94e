/**
 * How much slower this machine is than the one for which the limit is meant: parses of a known text, timed in the same run
 * and by the same measure. Others on the machine make processor time longer, too, by what they take of its caches.
 */
const text = JSON.stringify(
  Array.from({ length: 4000 }, (_, n) => ({
    id: `itm_${n}`,
    name: `Recipient ${n}`,
    cents: n * 7,
    tags: ['a', 'b'],
  })),
)
/** Milliseconds that ten of them take on two cores of a server of the year 2025 that have nothing else to do. */
const knownMs = 22
/** On a machine that is slower still nothing could be told. */
const mostScale = 4

const parseMs = (): number => {
  const before = process.threadCpuUsage()
  for (let n = 0; n < 10; n++) JSON.parse(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const byValue = (one: number, other: number): number => one - other

/** In order; some to begin with, because the first are not compiled yet. */
const samples = Array.from({ length: 20 }, parseMs).slice(5).sort(byValue)

/** 1 or more, by the median of what was measured so far: one sample is anything. */
export const scaleNow = (): number => {
  samples.push(parseMs())
  samples.sort(byValue)
  return Math.min(mostScale, Math.max(1, samples[samples.length >> 1]! / knownMs))
}
