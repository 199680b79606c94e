/** A bucket, or a prefix in one, on an S3-compatible server. */
export interface S3Place {
  bucket: string
  /** Common prefix of all keys; empty or ending in `/`. */
  prefix: string
  /** URL of the server, without a trailing slash. */
  endpoint: string
  region: string
  /** Whether URLs have the bucket in the `path` or in the `host` name. */
  addressing: 'path' | 'host'
  /** Public URL of the server, if clients may download large files from it directly. */
  downloads: string | undefined
}

const parameters = ['endpoint', 'region', 'addressing', 'downloads'] as const
type Parameter = (typeof parameters)[number]

const exampleAddress = 's3://bucket/prefix?endpoint=https://s3.example&region=eu-west-1'

/**
 * Parses `s3://bucket/prefix?endpoint=…&region=…&addressing=path|host&downloads=…`. The endpoint defaults to
 * Amazon's in the region. Throws an `Error` whose message is the rest of a sentence; addresses hold no
 * secrets, so it may quote them.
 */
export const parseS3Address = (text: string): S3Place => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 's3:') throw new Error(`it takes an address such as ${exampleAddress}`)
  if (url.username || url.password) {
    throw new Error('credentials do not belong in the address: every user of the machine can see it')
  }
  if (url.port || url.hash) throw new Error(`it takes an address such as ${exampleAddress}`)
  const given = parametersOf(url.searchParams)
  const region = regionOf(given)
  const endpoint = given.endpoint === undefined ? amazon(region) : serverOf('endpoint', given.endpoint)
  return {
    bucket: bucketOf(url.hostname),
    prefix: prefixOf(url.pathname),
    endpoint,
    region,
    addressing: addressingOf(given),
    downloads: downloadsOf(given.downloads, endpoint),
  }
}

export const nameOfPlace = ({ bucket, prefix }: Pick<S3Place, 'bucket' | 'prefix'>): string =>
  `s3://${bucket}/${prefix}`

const parametersOf = (search: URLSearchParams): Partial<Record<Parameter, string>> => {
  const given: Partial<Record<Parameter, string>> = {}
  for (const [name, value] of search) {
    if (!parameters.includes(name as Parameter)) {
      throw new Error(`unknown parameter ${name}; use ${parameters.join(', ')}`)
    }
    if (given[name as Parameter] !== undefined) throw new Error(`${name} is given more than once`)
    if (value !== '') given[name as Parameter] = value
  }
  return given
}

const regionOf = ({ region, endpoint }: Partial<Record<Parameter, string>>): string => {
  if (region === undefined && endpoint === undefined)
    throw new Error('it has neither an endpoint nor a region')
  // Servers without regions accept this default.
  const chosen = region ?? 'us-east-1'
  if (/^[a-z0-9-]{1,63}$/.test(chosen)) return chosen
  throw new Error(`“${chosen}” is not a region such as eu-west-1`)
}

const amazon = (region: string): string =>
  `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

const serverOf = (name: string, text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new Error(`${name} takes an address such as https://s3.example, not “${text}”`)
  }
  return url.href.replace(/\/+$/, '')
}

const bucketOf = (name: string): string => {
  if (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) return name
  throw new Error(`“${name}” is not a bucket name: use 3 to 63 of a–z, 0–9, hyphens and dots`)
}

/** Parses a prefix. It has the grammar of blob keys, so that every server interprets it alike. */
const prefixOf = (path: string): string => {
  const segments = path.split('/').filter((segment) => segment !== '')
  const wrong = segments.find((segment) => !/^[a-z0-9_.-]*[a-z0-9_-]$/.test(segment))
  if (wrong !== undefined) throw new Error(`“${wrong}” cannot be in a prefix: only a–z, 0–9, _, . and -`)
  const prefix = segments.map((segment) => `${segment}/`).join('')
  if (prefix.length <= 200) return prefix
  throw new Error('the prefix is longer than 200 characters')
}

const addressingOf = ({ addressing, endpoint }: Partial<Record<Parameter, string>>) => {
  const chosen = addressing ?? (endpoint === undefined ? 'host' : 'path')
  if (chosen === 'host' || chosen === 'path') return chosen
  throw new Error(`addressing is path or host, not “${chosen}”`)
}

const downloadsOf = (text: string | undefined, endpoint: string): string | undefined => {
  if (text === undefined) return undefined
  return text === 'endpoint' ? endpoint : serverOf('downloads', text)
}

export const addressOf = (
  { bucket, prefix, addressing }: Omit<S3Place, 'endpoint' | 'downloads'>,
  server: string,
  key?: string,
): URL => {
  const url = new URL(server)
  const base = url.pathname.replace(/\/$/, '')
  if (addressing === 'host') url.host = `${bucket}.${url.host}`
  const inBucket = addressing === 'host' ? base : `${base}/${bucket}`
  url.pathname = key === undefined ? inBucket || '/' : `${inBucket}/${prefix}${key}`
  return url
}
