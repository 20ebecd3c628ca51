"""What differs between operating systems, each with a way on Linux, macOS and Windows.

Nothing else imports a module that one of them lacks, or asks which of them it runs on. Where a
system has no way at all, the function says what happens instead.
"""

from fourscore.runtime.system.files import FileLock, lock_file, others_can_read, replace_file
from fourscore.runtime.system.machine import (
    allow_open_files,
    claim_port,
    do_not_block,
    load_average,
    processor_name,
    send_datagram,
    shares_sockets,
    unacknowledged_bytes,
)
from fourscore.runtime.system.memory import (
    cap_memory,
    hold_mmap_threshold,
    new_memory,
    peak_memory,
    reset_peak_memory,
    resets_peak_memory,
    resident_memory,
)
from fourscore.runtime.system.processes import (
    NEW_GROUP,
    call_in_fork,
    has_exited,
    kill_group,
    kill_started,
    list_started,
    lower_priority,
    split_command,
)
from fourscore.runtime.system.signals import (
    LONGEST_WAIT,
    USER_SIGNAL,
    get_from,
    interrupts_blocked,
    on_user_signal,
    terminate_main_thread,
)
from fourscore.runtime.system.terminal import (
    ask_terminal,
    end_with_terminal,
    has_own_terminal,
    reopen_terminal,
)

__all__ = [
    "LONGEST_WAIT",
    "NEW_GROUP",
    "USER_SIGNAL",
    "FileLock",
    "allow_open_files",
    "ask_terminal",
    "call_in_fork",
    "cap_memory",
    "claim_port",
    "do_not_block",
    "end_with_terminal",
    "get_from",
    "has_exited",
    "has_own_terminal",
    "hold_mmap_threshold",
    "interrupts_blocked",
    "kill_group",
    "kill_started",
    "list_started",
    "load_average",
    "lock_file",
    "lower_priority",
    "new_memory",
    "on_user_signal",
    "others_can_read",
    "peak_memory",
    "processor_name",
    "reopen_terminal",
    "replace_file",
    "reset_peak_memory",
    "resets_peak_memory",
    "resident_memory",
    "send_datagram",
    "shares_sockets",
    "split_command",
    "terminate_main_thread",
    "unacknowledged_bytes",
]
