"""Makes recordings that no run wrote: with other names, or another text. docs/recording.md has the format."""
import struct

TABLE = []
for number in range(256):
    for _ in range(8):
        number = (number >> 1) ^ (0x82F63B78 if number & 1 else 0)
    TABLE.append(number)


def crc(data):
    """CRC-32C (Castagnoli)."""
    value = 0xFFFFFFFF
    for byte in data:
        value = (value >> 8) ^ TABLE[(value ^ byte) & 255]
    return value ^ 0xFFFFFFFF


def fnv(text):
    """The hash of one text."""
    value = 0xCBF29CE484222325
    for byte in text + struct.pack("<Q", len(text)):
        value = ((value ^ byte) * 0x100000001B3) & (2 ** 64 - 1)
    return value


class Head:
    """Reads the texts of a head in their order, and writes them back with some of them replaced."""

    def __init__(self, payload, replaced):
        self.payload, self.replaced = payload, replaced
        self.at, self.out = 0, b""

    def copy(self, size):
        self.out += self.payload[self.at:self.at + size]
        self.at += size

    def number(self):
        value, = struct.unpack_from("<I", self.payload, self.at)
        self.copy(4)
        return value

    def text(self, what):
        size, = struct.unpack_from("<I", self.payload, self.at)
        old = self.payload[self.at + 4:self.at + 4 + size]
        new = self.replaced.get(what, old)
        self.out += struct.pack("<I", len(new)) + new + b"\0"
        self.at += 4 + size + 1

    def read(self):
        self.copy(24)
        for what in ("name", "method", "world"):
            self.text(what)
        for _ in range(self.number()):
            self.text("file")
            self.text("contents")
        for i in range(self.number()):
            self.text("body" if i > 0 else "ground")
        for _ in range(self.number()):
            self.text("joint")
            self.text("kind")
            self.copy(4 * self.number())
        for _ in range(self.number()):
            self.text("monitor")
            self.text("unit")
            self.copy(8)
        for _ in range(self.number()):
            self.text("input")
            self.text("input unit")
            self.copy(24)
        for _ in range(self.number()):
            self.text("event")
        self.out += bytes(-len(self.out) % 8)
        if "contents" in self.replaced:
            self.out = self.out[:16] + struct.pack("<Q", fnv(self.replaced["contents"])) + self.out[24:]
        return self.out


def with_texts(recording, **replaced):
    """The recording with other bytes for a name of every body, joint, monitor …, or for its text."""
    _, kind, size, number = struct.unpack_from("<I4sII", recording, 16)
    assert kind == b"HEAD"
    payload = Head(recording[32:32 + size], replaced).read()
    record = struct.pack("<4sII", kind, len(payload), number) + payload
    return recording[:16] + struct.pack("<I", crc(record)) + record + recording[32 + size:]
