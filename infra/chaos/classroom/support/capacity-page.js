// Runs in a page that has LiveKit's client and nothing else.

const people = []

/** Joins a room with a microphone that beeps, and perhaps a small picture, as the application publishes them. */
globalThis.capacityJoin = async ([url, token, withPicture]) => {
  const { Room } = globalThis.LivekitClient
  const room = new Room({
    publishDefaults: { audioPreset: { maxBitrate: 20_000 }, red: true, dtx: false, simulcast: false },
  })
  await room.connect(url, token)
  await room.localParticipant.setMicrophoneEnabled(true)
  if (withPicture)
    await room.localParticipant.setCameraEnabled(
      true,
      { resolution: { width: 320, height: 180, frameRate: 15 } },
      { videoCodec: 'vp8', videoEncoding: { maxBitrate: 150_000, maxFramerate: 15 } },
    )
  people.push(room)
}

globalThis.capacityLeave = () => Promise.all(people.splice(0).map((room) => room.disconnect(true)))

/** How many `audio` or `video` of others arrive, of all people together. */
globalThis.capacityGets = async (kind) => {
  let count = 0
  for (const room of people)
    for (const other of room.remoteParticipants.values())
      for (const { track } of other.trackPublications.values())
        for (const report of (await track?.getRTCStatsReport())?.values() ?? [])
          if (report.type === 'inbound-rtp' && report.kind === kind && report.bytesReceived > 0) count++
  return count
}
