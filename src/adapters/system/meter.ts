import type { Labels, Meter } from '../../core/ports/system.ts'

/** A meter with output in Prometheus' text format (0.0.4). */
export interface PrometheusMeter extends Meter {
  text(): string
}

/** Upper bounds of histogram buckets in seconds: from a cached read to a long rendering. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
/** Maximum label combinations of a metric; limits memory if a label has many values by mistake. */
const mostSeries = 5000

interface Histogram {
  buckets: number[]
  sum: number
  count: number
}

export const createPrometheusMeter = (): PrometheusMeter => {
  const counters = new Map<string, Map<string, number>>()
  const histograms = new Map<string, Map<string, Histogram>>()
  return {
    count(name, labels) {
      const series = seriesOf(counters, name)
      const key = keyOf(labels)
      if (series.has(key) || series.size < mostSeries) series.set(key, (series.get(key) ?? 0) + 1)
    },
    time(name, labels, seconds) {
      const series = seriesOf(histograms, name)
      const key = keyOf(labels)
      let histogram = series.get(key)
      if (!histogram) {
        if (series.size >= mostSeries) return
        histogram = { buckets: bounds.map(() => 0), sum: 0, count: 0 }
        series.set(key, histogram)
      }
      const bucket = bounds.findIndex((bound) => seconds <= bound)
      if (bucket >= 0) histogram.buckets[bucket]!++
      histogram.sum += seconds
      histogram.count++
    },
    text: () =>
      [...textOf(counters, 'counter', counterLines), ...textOf(histograms, 'histogram', histogramLines)]
        .map((line) => `${line}\n`)
        .join(''),
  }
}

const seriesOf = <T>(all: Map<string, Map<string, T>>, name: string): Map<string, T> => {
  let series = all.get(name)
  if (!series) {
    series = new Map()
    all.set(name, series)
  }
  return series
}

const keyOf = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`))}"`)
    .join(',')

function* textOf<T>(
  all: ReadonlyMap<string, ReadonlyMap<string, T>>,
  type: string,
  lines: (name: string, labels: string, value: T) => Iterable<string>,
): Generator<string> {
  for (const [name, series] of all) {
    yield `# TYPE ${name} ${type}`
    for (const [labels, value] of series) yield* lines(name, labels, value)
  }
}

function* counterLines(name: string, labels: string, value: number): Generator<string> {
  yield sample(name, labels, value)
}

function* histogramLines(name: string, labels: string, histogram: Histogram): Generator<string> {
  const more = labels === '' ? '' : `${labels},`
  let total = 0
  for (const [index, bound] of bounds.entries()) {
    total += histogram.buckets[index]!
    yield sample(`${name}_bucket`, `${more}le="${bound}"`, total)
  }
  yield sample(`${name}_bucket`, `${more}le="+Inf"`, histogram.count)
  yield sample(`${name}_sum`, labels, histogram.sum)
  yield sample(`${name}_count`, labels, histogram.count)
}

const sample = (name: string, labels: string, value: number): string =>
  `${name}${labels === '' ? '' : `{${labels}}`} ${value}`
