import { promisify } from 'node:util'
import { inflate as inflateCallback } from 'node:zlib'
import { largestXml_bytes, recogniseBuild, toBase64 } from '@muster/domain/build-codes/build-code'
import { refuseField } from './refusal.ts'

const inflate = promisify(inflateCallback)

/** The XML of a code. Stops as soon as the text is larger than any build. @throws Refusal invalid_request */
export async function unpackCode(text: string, field = 'code'): Promise<string> {
  const notACode = () => refuseField(field, 'is not a code of Path of Building')
  const tooLarge = () => refuseField(field, 'is larger than any build')
  if (recogniseBuild(text) === 'link') throw refuseField(field, 'is a link: paste the code, not the link')
  const code = toBase64(text)
  if (!code.ok) throw code.reason === 'too_large' ? tooLarge() : notACode()
  try {
    return (await inflate(Buffer.from(code.base64, 'base64'), { maxOutputLength: largestXml_bytes })).toString()
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : notACode()
  }
}
