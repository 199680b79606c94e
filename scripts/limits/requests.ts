import { maxDrainDelaySeconds } from '../../bin/cli/settings.ts'
import { idempotencyMs, maxKeyLength } from '../../src/core/engine/idempotency/idempotency.ts'
import { maxParameters } from '../../src/core/engine/input.ts'
import { limits as list } from '../../src/core/engine/list/fields.ts'
import { maxHints } from '../../src/core/engine/validate.ts'
import {
  framesLimit,
  repeatedLimit,
  streamLimits,
  waitingBytesLimit,
} from '../../src/core/features/events/live-stream.ts'
import { searchLimits } from '../../src/core/features/overview/schema.ts'
import { maxNamed } from '../../src/core/kernel/errors.ts'
import { rateClasses } from '../../src/core/kernel/rate-classes.ts'
import { connectorLimits } from '../../src/core/model/integrations.ts'
import { arrivingLimits } from '../../src/server/bodies-in-progress.ts'
import { longestForwarded } from '../../src/server/client-address.ts'
import {
  bodyLimitBytes,
  connectionLimits,
  drainSeconds,
  headLimitBytes,
  headSeconds,
  idleTimeoutSeconds,
  MIB,
  maxBodyValues,
  maxRequestIdLength,
  publicLimitBytes,
  requestSeconds,
  visitLimits,
} from '../../src/server/limits.ts'
import { formLimitBytes } from '../../src/server/pages/opt-out.ts'
import { smallestBytes } from '../../src/server/respond.ts'
import { count, hours, type Section, size } from './limit.ts'

export const requests: Section = {
  heading: 'Requests',
  limits: [
    [
      'URL and headers of a request',
      size(headLimitBytes),
      '431 `head_too_large`. The executable’s parser (Bun) refuses some requests itself, without a problem document: 431 above 1 MiB or 200 headers, 400 for input that is not HTTP, and no answer for methods unknown to HTTP ([connections](design/api.md#connections))',
    ],
    ['Query parameters', count(maxParameters), '422 on `query`'],
    [
      'A request body',
      `${size(MIB)}; ${size(bodyLimitBytes({ id: 'items.createBulk', effect: 'write' }))} for \`items.createBulk\` and \`postbatches.addItems\`; ${size(publicLimitBytes)} for operations without a key`,
      '413 `body_too_large`; the rest is discarded',
    ],
    [
      'Bodies that one server receives from one caller at the same time',
      `${count(arrivingLimits.bodies)}, uploads included, and ${size(arrivingLimits.callerBytes)} of JSON; ${size(arrivingLimits.bytes)} of JSON from all callers`,
      '429 `rate_limited`',
    ],
    [
      'Names and values in a JSON body, including lists and objects',
      `${count(maxBodyValues)}; ${count(connectorLimits.payloadValues)} in a payload posted to a connector`,
      '413 `body_too_large`, before it is parsed',
    ],
    [
      'Offending parameters named in a 422, or in all rows of a bulk call together',
      `${count(maxNamed)}, and at least one for each row; entries of a list or record are not checked if there are more than twice its limit plus ${count(maxNamed)}`,
      'the rest is omitted; `detail` names the first ten and notes that there may be more',
    ],
    [
      'Unknown names in one 422 that get a suggestion (“Did you mean …?”)',
      `the first ${maxHints}`,
      'no suggestion',
    ],
    ['A page of a list', `${list.pageSize}; ${list.defaultPageSize} by default`, '422 on `limit`'],
    [
      'Search text; hits of each kind; items searched for part of a name',
      `${searchLimits.shortest} to ${searchLimits.longest} characters; ${searchLimits.hits}; the newest ${count(searchLimits.namedItems)}`,
      '422 on `q`; the rest is not searched or shown',
    ],
    ['Values of one `in` filter', count(list.inValues), '422 on the filter'],
    [
      'Text in a filter, unless the field says otherwise',
      `${list.textLength} characters`,
      '422 on the filter',
    ],
    [
      '`X-Request-Id`',
      `${maxRequestIdLength} characters of \`A-Z a-z 0-9 _ . : -\``,
      'the server generates one instead',
    ],
    [
      '`Idempotency-Key`',
      `${maxKeyLength} visible ASCII characters; kept for ${hours(idempotencyMs)} hours, for each caller`,
      '422',
    ],
    [
      'Compression of JSON (`br`, `gzip`)',
      `from ${size(smallestBytes)} on`,
      'smaller answers are not compressed',
    ],
  ],
}

export const rates: Section = {
  heading: 'Rates',
  limits: [
    [
      'Requests a minute',
      'by [rate class](api-rules.md#rate-limits); `x-rate-class` in the API document names the class of an operation',
      '429 `rate_limited`',
    ],
    [
      'Requests a minute without a valid key, from one address',
      count(rateClasses.general),
      '429 `rate_limited`; calls with a valid key are not affected',
    ],
    [
      'Counted scans (`/q/{code}`) of one code a minute from one address',
      count(visitLimits.countedScans),
      'redirected, but not counted',
    ],
    [
      'Files of the portal a minute from one address, without its pages',
      count(visitLimits.files),
      '429 `rate_limited`',
    ],
    ['Scans a minute from one address', count(visitLimits.scans), '429, as a page'],
    [
      'Views and submissions of an opt-out page (`/o/{code}`) a minute from one address',
      count(visitLimits.optOuts),
      '429, as a page',
    ],
    ['Form of the opt-out page', size(formLimitBytes), '413'],
    [
      'One address, in these rows',
      'an IPv4 address, or a /64 network of IPv6; for proxies see [run-a-server.md](run-a-server.md#put-it-behind-a-proxy)',
      '',
    ],
    [
      '`X-Forwarded-For` or `Forwarded` from a trusted proxy',
      `${count(longestForwarded)} characters`,
      'only the last hops of `X-Forwarded-For` are read; `Forwarded` is ignored',
    ],
  ],
}

export const connections: Section = {
  heading: 'Connections and time',
  limits: [
    [
      'Simultaneous connections, on Node',
      `${count(connectionLimits.all)}; ${connectionLimits.perAddress} from one address that is not a trusted proxy`,
      'new ones are closed. Bun has no hook for this: limit connections in the proxy',
    ],
    [
      'Time to receive URL and headers',
      `${headSeconds} s; 12 s in the executable`,
      '408 `request_timeout`, and the connection is closed',
    ],
    [
      'Pause within a body; idle connection',
      `${idleTimeoutSeconds} s, longer than common proxies keep connections`,
      '408 `request_timeout`, or the connection is closed',
    ],
    ['Time to receive the body of an upload', `${requestSeconds / 3600} hours`, '400 `malformed_body`'],
    [
      'Live streams (`GET /v1/live`)',
      `${streamLimits.caller} of a user, ${streamLimits.organisation} of an organisation, ${count(streamLimits.process)} of a process`,
      '429 `rate_limited`',
    ],
    [
      'Unread data of a live stream; events missed, or emitted at once; frames for these on all streams of an organisation and mode',
      `${size(waitingBytesLimit)}; ${repeatedLimit}; ${count(framesLimit)}`,
      'the stream ends; it sends `reload`; they all send `reload`',
    ],
    [
      'Time to accept requests after a stop signal (`drainDelay`)',
      `0 to ${maxDrainDelaySeconds} s, 0 by default`,
      '`serve` rejects the setting and exits with code 2',
    ],
    ['Time for open requests after that', `${drainSeconds} s`, 'they are aborted'],
  ],
}
