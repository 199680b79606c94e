/**
 * Calibrates the limit to the machine: parsing a fixed JSON text, timed in the same run and unit, shows how
 * much slower this machine is than the reference. Other programs lengthen processor time too, because they
 * share the processor's caches.
 */
const text = JSON.stringify(
  Array.from({ length: 4000 }, (_, n) => ({
    id: `itm_${n}`,
    name: `Recipient ${n}`,
    cents: n * 7,
    tags: ['a', 'b'],
  })),
)
/** Processor time of ten parses on two idle cores of a server of 2025. */
const referenceMs = 22
/** A longer limit would detect nothing. */
const maxScale = 4

const parseMs = (): number => {
  const before = process.threadCpuUsage()
  for (let n = 0; n < 10; n++) JSON.parse(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const byValue = (one: number, other: number): number => one - other

/** Sorted samples in ms, without the first five, during which the code was not compiled yet. */
const samples = Array.from({ length: 20 }, parseMs).slice(5).sort(byValue)

/** Returns the factor for the limit, 1 to 4, from the median sample, because single samples vary widely. */
export const machineScale = (): number => {
  samples.push(parseMs())
  samples.sort(byValue)
  return Math.min(maxScale, Math.max(1, samples[samples.length >> 1]! / referenceMs))
}
