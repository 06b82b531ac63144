"""The drawings in the picture of a game: sixteen symbols, the marks of the seats, ornaments.

Every drawing is plain geometry around the point 0,0, in a box of about 40 x 40, and appears once in the definitions of
the picture. A shape without its own fill inherits one, so the board and the cards share each drawing.
"""

from millefiori.engine.vocabulary import Symbol

MARKS = (
    '<circle r="6.5"/>',
    '<rect x="-8" y="-3.2" width="16" height="6.4" rx="1.5"/>',
    '<path fill-rule="evenodd" d="M0-8.5A8.5 8.5 0 0 1 0 8.5A8.5 8.5 0 0 1 0-8.5ZM0-4A4 4 0 0 0 0 4A4 4 0 0 0 0-4Z"/>',
    '<path d="M-2.6-8.5H2.6V-2.6H8.5V2.6H2.6V8.5H-2.6V2.6H-8.5V-2.6H-2.6Z"/>',
    "",
)
"""Dot, bar, ring, cross: they tell the seats apart without colours. Neutral diamonds have no mark."""


SYMBOLS = {
    Symbol.QUARTZ: """<path d="M-10-7L-5-1V14L-10 17L-16 13V0Z"/><path d="M11-3L16 3V14L11 17L5 14V4Z"/>
        <path d="M0-20L7-12V15L0 19L-7 15V-12Z" stroke="#fff1da" stroke-width="1.5"/><g fill="#fff" opacity=".5">
        <path d="M0-19V18L-6.5 14.5V-12Z"/><path d="M0-19L6.5-12L0-8L-6.5-12Z"/>
        <path d="M-10-5V16L-15 12.5V0Z"/><path d="M11-1V16L6 13.5V4Z"/></g>""",
    Symbol.ASH: """<path d="M-20 16C-14 11-12 2-6-1C-2-4 4-4 7 0C12 4 14 11 20 16Z"/>
        <path d="M-13 14C-10 9-9 5-5 2C-1 1-3 8-4 14Z" fill="#fff" opacity=".35"/>
        <path d="M3 4h0M8 10h0M0 11h0" stroke="#fff1da" stroke-width="3" stroke-linecap="round"/>
        <path d="M-5-6C-10-10-1-13-5-18M5-6C0-10 9-14 4-20" fill="none" stroke="#8d7a6b" stroke-width="2.6"
        stroke-linecap="round"/>""",
    Symbol.LIME: """<g fill="#fffdf6" stroke="#7c3506" stroke-width="2.2" stroke-linejoin="round">
        <path d="M-8-3L-5-14L4-17L11-9L9 1L-3 3Z"/><path d="M-19 8L-13-2L-3 0L1 9L-3 17H-15Z"/>
        <path d="M2 8L6-1L15-1L20 8L16 17H3Z"/></g><path d="M-5-14L0-8L-3 3L-8-3ZM-13-2L-9 6L-15 17L-19 8ZM6-1L9 7L3
        17L2 8Z" fill="#d9741a" opacity=".35"/>""",
    Symbol.PIGMENTS: """<circle cx="-9" cy="-3" r="8.5" fill="#c81e3a"/><circle cx="9" cy="-3" r="8.5" fill="#1f56c4"/>
        <circle cy="-9" r="8.5" fill="#f2b90c"/><path d="M-20 0H20C19 11 12 15 7 16V19H-7V16C-12 15-19 11-20 0Z"/>
        <path d="M-16 3.5H-11C-10 8-8 11-5 13C-11 12-15 8-16 3.5Z" fill="#fff" opacity=".4"/>""",
    Symbol.RESIDENCE: """<path d="M0-21L18-9H15V18H-15V-9H-18Z"/><g fill="#fffaf0"><circle cy="-13" r="2.6"/>
        <path d="M-10 0C-10-4-8-5-7-7C-6-5-4-4-4 0V5H-10ZM-3 0C-3-4-1-5 0-7C1-5 3-4 3 0V5H-3ZM4 0C4-4 6-5 7-7C8-5 10-4
        10 0V5H4ZM-4 18V13C-4 9-1 9 0 7C1 9 4 9 4 13V18ZM-11 9H-7V14H-11ZM7 9H11V14H7Z"/></g>""",
    Symbol.LION: """<circle r="16.5"/><circle r="17" fill="none" stroke="#0d4a34" stroke-width="6"
        stroke-dasharray="7.1 1.8"/><g fill="#fbe6b4"><circle r="11.5" cy="1.5"/><path d="M-11-4A5 5 0 0 1-4-10ZM11-4A5
        5 0 0 0 4-10Z"/></g><path d="M-4 2H4L0 7Z"/><circle cx="-5" cy="-2" r="1.8"/><circle cx="5" cy="-2" r="1.8"/>
        <path d="M0 6V8.5C-2 11-5 10-5.5 8M0 8.5C2 11 5 10 5.5 8" fill="none" stroke="#0d4a34" stroke-width="1.6"/>""",
    Symbol.COIN: """<circle r="18.5"/><circle r="15.5" fill="#f6cf5b"/><circle r="12.5" fill="none" stroke="#0d4a34"
        stroke-width="1.8" stroke-dasharray="1.8 2.127"/><path d="M0-10L2.8-2.8L10 0L2.8 2.8L0 10L-2.8 2.8L-10 0L-2.8
        -2.8Z"/><circle r="2" fill="#f6cf5b"/>""",
    Symbol.CROSS: """<path d="M-8-19Q0-16 8-19Q4-10 4-4Q10-4 19-8Q16 0 19 8Q10 4 4 4Q4 10 8 19Q0 16-8 19Q-4 10-4 4Q-10
        4-19 8Q-16 0-19-8Q-10-4-4-4Q-4-10-8-19Z"/><circle r="5.5" fill="#f6cf5b"/><circle r="2.5"/>""",
    Symbol.FISH: """<path d="M-20 1C-12-12 3-13 10-2L20-10C18-3 18 4 20 11L10 3C3 13-12 13-20 1Z"/>
        <path d="M-6-10C-2-17 4-17 7-14C5-12 4-10 4-8Z"/><circle cx="-12" cy="-1.5" r="2.3" fill="#fff"/>
        <path d="M-6-6Q-2 0-6 7M0-3Q2 0 0 4M5-2Q7 0 5 3" fill="none" stroke="#f9fdea" stroke-width="1.8"/>""",
    Symbol.SHELL: """<path d="M-5 18L-6 13L-19-3A6 6 0 0 1-14-12A7 7 0 0 1-5-17A7 7 0 0 1 5-17A7 7 0 0 1 14-12A6 6 0 0 1
        19-3L6 13L5 18Z"/><path d="M-2 11L-13-5M-1 10L-5-12M1 10L5-12M2 11L13-5" stroke="#f9fdea" stroke-width="2"/>""",
    Symbol.CRAB: """<path d="M-9 8L-17 7L-19 12M-8 11L-14 13L-15 18M9 8L17 7L19 12M8 11L14 13L15 18M-9 1L-15-5M9 1L15-5
        M-4-3V-9M4-3V-9" fill="none" stroke="#45660f" stroke-width="2.8" stroke-linecap="round"/>
        <ellipse cy="6" rx="12.5" ry="9"/><circle cx="-4" cy="-9" r="2.6"/><circle cx="4" cy="-9" r="2.6"/>
        <path d="M-15-4C-22-7-21-17-14-18L-15-12L-10-16C-8-10-10-5-15-4ZM15-4C22-7 21-17 14-18L15-12L10-16C8-10 10-5
        15-4Z"/><path d="M-5 8Q0 12 5 8" fill="none" stroke="#f9fdea" stroke-width="1.8"/>""",
    Symbol.GLASSES: """<path d="M-18-17H-3C-2-7-4-1-9 1V13C-5 13-4 15-4 17H-17C-17 15-16 13-12 13V1C-17-1-19-7-18-17Z"/>
        <path d="M3-13H18C19-3 17 3 12 5V14C16 14 17 16 17 18H4C4 16 5 14 9 14V5C4 3 2-3 3-13Z"/>
        <g fill="#d94a5c"><path d="M-16-11H-5C-5-5-7-2-10.5-1C-14-2-16-5-16-11Z"/>
        <path d="M5-6H16C16-1 14 2 10.5 3C7 2 5-1 5-6Z"/></g>""",
    Symbol.CARAFES: """<path d="M-8-19H5L8-15L4-13V-7C12-2 15 5 13 12C12 16 9 18 6 18H-7C-10 18-13 16-14 12C-16 5-13-2-5
        -7V-15Z"/><path d="M5-12C14-16 20-8 13 1" fill="none" stroke="#155a7c" stroke-width="2.8"/>
        <path d="M-11 3H10C12 9 10 15 6 15.5H-7C-11 15-13 9-11 3Z" fill="#e9a23b"/>
        <path d="M-9 6C-9 10-8 12-6 13" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/>""",
    Symbol.JEWELRY: """<circle cy="6.5" r="10.5" fill="none" stroke="#155a7c" stroke-width="4"/>
        <g stroke="#155a7c" stroke-width="1.6" stroke-linejoin="round"><path d="M-6-20H6L11-14L0-3L-11-14Z"
        fill="#d94a5c"/><path d="M-6-20L-4-14L0-3L4-14L6-20M-11-14H11" fill="none"/></g>
        <path d="M-5-19H-1L-3-14.5H-9Z" fill="#fff" opacity=".6"/>""",
    Symbol.SWANS: """<g fill="none" stroke="#155a7c" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round">
        <path d="M-20-1C-13 4-5-4 4 0C12 4 14 10 10 14C5 18-9 18-14 13C-18 10-20 5-20-1Z" fill="#fff"/>
        <path d="M7 6C15 2 14-4 9-8C4-12 6-18 12-18" stroke-width="8"/><path d="M-13 5C-8 9-1 9 4 6"/>
        <path d="M6 8C15 2 14-4 9-8C4-12 6-18 12-18" stroke="#fff" stroke-width="4"/></g>
        <path d="M14-20L21-15L14-14.5Z" fill="#d9741a"/>""",
    Symbol.SHIP: """<path d="M-20 5L-12 7H12L20 3C18 12 14 17 8 17H-9C-15 17-19 12-20 5ZM-1.2-20H1.2V8H-1.2Z"/>
        <path d="M3-18C15-13 16-3 13 3H3ZM-3-14V3H-14C-9-2-5-7-3-14Z" fill="#fffaf0" stroke="#132a63"
        stroke-width="1.8"/><path d="M6-13V2M10-9V2" stroke="#c81e3a" stroke-width="2.2"/>
        <path d="M-12 11.5H11" stroke="#f6cf5b" stroke-width="2"/>""",
}

ORNAMENTS = {
    "house": """<path d="M0-22L17-7.5H13.5V14H-13.5V-7.5H-17Z" fill="#fffaff" stroke="#7b4fa3" stroke-width="2"
        stroke-linejoin="round"/>""",
    "wheel": """<circle r="15" fill="none" stroke-width="8" stroke-dasharray="2.6 9.181" stroke-dashoffset="1.3"/>
        <circle r="11.5" fill="#fffaf0" stroke-width="2.6"/>""",
    "extra-card": """<g stroke="#7a4b06" stroke-width="1.6" fill="#fffaf0"><circle r="12.5" fill="url(#gold)"/>
        <g transform="rotate(8)"><rect x="-5.5" y="-7.5" width="11" height="15" rx="1.8"/>
        <path d="M0-4V4M-4 0H4" stroke-width="2"/></g></g>""",
    "anchor": """<g fill="none" stroke="#0b4a57" stroke-width="3.4" stroke-linecap="round"><circle cy="-11" r="3.6"/>
        <path d="M0-7V14M-6-3H6M-12 4C-11 11-6 14 0 14C6 14 11 11 12 4"/></g>""",
    "buoy": """<circle r="24" cy="3" fill="#06303a" opacity=".35"/><circle r="23.5" fill="#eefafb" stroke="#0b4a57"
        stroke-width="2"/><path d="M-17-11A20 20 0 0 1 17-11" fill="none" stroke="#fff" stroke-width="3"
        stroke-linecap="round"/>""",
    "card-back": """<rect x="-15" y="-21" width="30" height="42" rx="5" class="card-back"/>
        <path d="M0-11L8 0L0 11L-8 0Z" class="card-back-mark"/>""",
    "cap": """<g fill="url(#gold)" stroke="#7a4b06" stroke-width="1.8" stroke-linejoin="round">
        <path d="M-15 12C-18-3-11-10-3-8C2-7 4-17 11-16C17-13 17 0 15 12Z"/>
        <path d="M-15 6Q0 1 15 6V12.5Q0 8-15 12.5Z" fill="#c81e3a"/></g>""",
}
"""The ship's wheel, the extra-card symbol, the anchor at the start, the back of a card, the start player's cap."""
