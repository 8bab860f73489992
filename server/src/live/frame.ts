/** First byte of a text message in a single frame. */
const wholeText = 0x81

/** A text message as a WebSocket frame (RFC 6455, section 5.2; a server does not mask), encoded once for all receivers. */
export function frameText(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const size = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(size + length)
  frame[0] = wholeText
  if (size === 2) frame[1] = length
  else if (size === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, size)
  return frame
}
