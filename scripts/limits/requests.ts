import { idempotencyMs, maxKeyLength } from '../../src/core/engine/idempotency/idempotency.ts'
import { maxParameters } from '../../src/core/engine/input.ts'
import { limits as list } from '../../src/core/engine/list/fields.ts'
import { maxHints } from '../../src/core/engine/validate.ts'
import { maxNamed } from '../../src/core/kernel/errors.ts'
import { rateClasses } from '../../src/core/kernel/rate-classes.ts'
import { connectorLimits } from '../../src/core/model/connector-limits.ts'
import { longestForwarded } from '../../src/server/client-address.ts'
import { smallestBytes } from '../../src/server/compress.ts'
import {
  bodyLimitBytes,
  connectionLimits,
  headLimitBytes,
  headSeconds,
  MIB,
  maxBodyValues,
  publicLimitBytes,
  requestSeconds,
  silenceSeconds,
  visitLimits,
} from '../../src/server/limits.ts'
import { formLimitBytes } from '../../src/server/opt-out.ts'
import { count, hours, type Section, size } from './limit.ts'

export const requests: Section = {
  heading: 'Requests',
  limits: [
    [
      'The address and the headers of a request',
      size(headLimitBytes),
      '431 `head_too_large`. What the executable’s parser (Bun) refuses by itself has no problem: a bare 431 beyond 1 MiB or 200 headers, a bare 400 where it is no HTTP, and no answer at all to a method that HTTP does not know ([decision 179](decisions/0179-connections.md))',
    ],
    ['Parameters of a query', count(maxParameters), '422 on `query`'],
    [
      'A request body',
      `${size(MIB)}; ${size(bodyLimitBytes({ id: 'items.createBulk', effect: 'write' }))} for \`items.createBulk\` and \`postbatches.addItems\`; ${size(publicLimitBytes)} where no key is needed`,
      '413 `body_too_large`; what is left is thrown away',
    ],
    [
      'Names and values in a JSON body, lists and objects included',
      `${count(maxBodyValues)}; ${count(connectorLimits.payloadValues)} in a payload posted to a connector`,
      '413 `body_too_large`, before it is parsed',
    ],
    [
      'Offending parameters that one 422 names, or all rows of a bulk together',
      `${count(maxNamed)}, of each row at least one; a list or record more than twice its limit and ${count(maxNamed)} is not looked into`,
      'the rest is left out, and `detail`, which names the first ten, says that there may be others',
    ],
    [
      'Offending names of one 422 that are compared with those that there are (“Did you mean …?”)',
      `the first ${maxHints}`,
      'no hint',
    ],
    ['A page of a list', `${list.pageSize}, by default ${list.defaultPageSize}`, '422 on `limit`'],
    ['Values of one `in` filter', count(list.inValues), '422 on the filter'],
    [
      'A text in a filter, unless the field says otherwise',
      `${list.textLength} characters`,
      '422 on the filter',
    ],
    ['`X-Request-Id`', '128 of `A-Z a-z 0-9 _ . : -`', 'another one is minted'],
    [
      '`Idempotency-Key`',
      `${maxKeyLength} visible ASCII characters, kept for ${hours(idempotencyMs)} hours, for one caller`,
      '422',
    ],
    ['JSON that is compressed (`br`, `gzip`)', `from ${size(smallestBytes)} on`, 'sent as it is'],
  ],
}

export const rates: Section = {
  heading: 'Rates',
  limits: [
    [
      'Requests a minute',
      'by [class](interface.md#rate-limits); `x-rate-class` in `docs/openapi.json` names that of an operation',
      '429 `rate_limited`',
    ],
    [
      'Requests a minute without a valid key, from one address',
      count(rateClasses.general),
      '429 `rate_limited`; calls with a valid key go on',
    ],
    [
      'Scans (`/q/{code}`) of one code a minute from one address that are counted',
      count(visitLimits.countedScans),
      'redirected, and not counted',
    ],
    ['Scans a minute from one address', count(visitLimits.scans), '429, a page'],
    [
      'Looks at an opt-out (`/o/{code}`) and answers to it a minute from one address',
      count(visitLimits.optOuts),
      '429, a page',
    ],
    ['The form of an opt-out', size(formLimitBytes), '413'],
    [
      'What one address is',
      'an address of IPv4, a /64 of IPv6; behind a proxy see [operating.md](operating.md#behind-a-proxy)',
      '',
    ],
    [
      'What a trusted proxy says of its client',
      `${count(longestForwarded)} characters`,
      'of `X-Forwarded-For` the last hops are read; `Forwarded` is worth nothing',
    ],
  ],
}

export const connections: Section = {
  heading: 'Connections and time',
  limits: [
    [
      'Connections at a time, on Node',
      `${count(connectionLimits.all)}; ${connectionLimits.perAddress} from one address that is no trusted proxy`,
      'new ones are closed. Bun offers no such hook: let the proxy limit them',
    ],
    [
      'Time in which the address and the headers of a request arrive',
      `${headSeconds} s; 12 s of the executable`,
      '408 `request_timeout`; it is closed',
    ],
    [
      'A pause in the middle of a body, a connection without a request',
      `${silenceSeconds} s (5 s between two requests on Node)`,
      '408 `request_timeout`, or it is closed',
    ],
    ['Time in which the body of an upload arrives', `${requestSeconds / 3600} hours`, '400 `malformed_body`'],
    ['A drain', '10 s for requests under way', 'they are cut off'],
  ],
}
